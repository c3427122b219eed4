using System;
using System.Collections.Generic;
using System.Threading.Tasks;

int number = int.Parse(args[0]);
var tasks = new List<Task>();
for (int i = 0; i < number; i++)
{
    tasks.Add(Task.Run(async () =>
    {
        await Task.Delay(TimeSpan.FromSeconds(10));
    }));
}
await Task.WhenAll(tasks);
