defmodule Contract do
  @moduledoc "What every program accepts and prints: `program N SECONDS`, READY when all tasks live, DONE when all have ended."

  @most_tasks 100_000_000
  @longest_sleep_seconds 1_000_000

  def arguments([tasks, seconds]) do
    with true <- tasks =~ ~r/^[0-9]{1,9}$/ and seconds =~ ~r/^[0-9]{1,7}(\.[0-9]+)?$/,
         {tasks, ""} when tasks in 1..@most_tasks <- Integer.parse(tasks),
         {seconds, ""} when seconds <= @longest_sleep_seconds <- Float.parse(seconds) do
      {tasks, seconds}
    else
      _ -> usage()
    end
  end

  def arguments(_), do: usage()

  defp usage do
    IO.puts(:stderr, "usage: program N SECONDS (N from 1 to #{@most_tasks}, SECONDS from 0, fractions allowed)")
    System.halt(2)
  end
end

defmodule Main do
  # Counters of the virtual machine itself: two integers outside any process, whatever N is.
  @started 1
  @finished 2

  def start do
    # The process that -s starts traps exits: a message from each ended task would stay in its mailbox, and awaiting them would take N² steps.
    Process.flag(:trap_exit, false)
    {:ok, _} = Application.ensure_all_started(:elixir)
    {tasks, seconds} = Contract.arguments(Enum.map(:init.get_plain_arguments(), &List.to_string/1))
    counters = :atomics.new(2, signed: false)
    milliseconds = round(seconds * 1000)

    1..tasks
    |> Enum.map(fn _ -> Task.async(fn -> sleep(tasks, milliseconds, counters) end) end)
    |> Task.await_many(:infinity)

    IO.puts("DONE n=#{:atomics.get(counters, @finished)}")
    System.halt(0)
  end

  defp sleep(tasks, milliseconds, counters) do
    if :atomics.add_get(counters, @started, 1) == tasks do
      IO.puts("READY n=#{tasks} done=#{:atomics.get(counters, @finished)}")
    end

    Process.sleep(milliseconds)
    :atomics.add(counters, @finished, 1)
  end
end
