package main

import (
	"os"
	"strconv"
	"sync"
	"time"
)

func main() {
	number, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	var wait sync.WaitGroup
	for i := 0; i < number; i++ {
		wait.Add(1)
		go func() {
			time.Sleep(10 * time.Second)
			wait.Done()
		}()
	}
	wait.Wait()
}
