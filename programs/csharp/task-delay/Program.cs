using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

var (number, sleep) = Contract.Read(args);
var tasks = new List<Task>(number);
for (var i = 0; i < number; i++)
{
    tasks.Add(Task.Delay(sleep));
}
Contract.Ready(tasks.Count);
await Task.WhenAll(tasks);
Contract.Done(tasks.Count(task => task.IsCompletedSuccessfully));
