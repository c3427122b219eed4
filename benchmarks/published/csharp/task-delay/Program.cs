using System;
using System.Collections.Generic;
using System.Threading.Tasks;

int number = int.Parse(args[0]);
var tasks = new List<Task>(number);
for (int i = 0; i < number; i++)
{
    tasks.Add(Task.Delay(TimeSpan.FromSeconds(10)));
}
await Task.WhenAll(tasks);
