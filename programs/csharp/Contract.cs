using System;
using System.Globalization;
using System.Threading;

/// <summary>What every program prints and accepts: <c>program N SECONDS</c>, READY when all tasks live, DONE when all have ended.</summary>
static class Contract
{
    const int MostTasks = 100_000_000;
    const double LongestSleepSeconds = 1_000_000;

    static int expected, started, finished;

    public static int Finished => Volatile.Read(ref finished);

    /// <summary>N and SECONDS of the command line; anything else ends the process with a usage line and exit code 2.</summary>
    public static (int Tasks, TimeSpan Sleep) Read(string[] words)
    {
        if (words.Length == 2
            && int.TryParse(words[0], NumberStyles.None, CultureInfo.InvariantCulture, out expected)
            && double.TryParse(words[1], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var seconds)
            && expected is >= 1 and <= MostTasks && seconds is >= 0 and <= LongestSleepSeconds)
        {
            return (expected, TimeSpan.FromSeconds(seconds));
        }
        Console.Error.WriteLine($"usage: program N SECONDS (N from 1 to {MostTasks}, SECONDS from 0, fractions allowed)");
        Environment.Exit(2);
        throw new InvalidOperationException();
    }

    /// <summary>Called by a task before it sleeps; the last one says READY.</summary>
    public static void TaskStarted()
    {
        if (Interlocked.Increment(ref started) == expected) Ready(expected);
    }

    /// <summary>Called by a task after its sleep.</summary>
    public static void TaskFinished() => Interlocked.Increment(ref finished);

    public static void Ready(int tasks) => Console.WriteLine($"READY n={tasks} done={Finished}");

    public static void Done(int tasks) => Console.WriteLine($"DONE n={tasks}");
}
