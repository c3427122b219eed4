package main

import (
	"sync"
	"time"
)

func main() {
	tasks, pause := arguments()
	var wait sync.WaitGroup
	wait.Add(tasks)
	for i := 0; i < tasks; i++ {
		go func() {
			taskStarted()
			time.Sleep(pause)
			taskFinished()
			wait.Done()
		}()
	}
	wait.Wait()
	done()
}
