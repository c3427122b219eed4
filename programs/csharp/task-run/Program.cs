using System.Collections.Generic;
using System.Threading.Tasks;

var (number, sleep) = Contract.Read(args);
var tasks = new List<Task>(number);
for (var i = 0; i < number; i++)
{
    tasks.Add(Task.Run(async () =>
    {
        Contract.TaskStarted();
        await Task.Delay(sleep);
        Contract.TaskFinished();
    }));
}
await Task.WhenAll(tasks);
Contract.Done(Contract.Finished);
