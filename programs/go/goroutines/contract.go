package main

import (
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
	"time"
)

const (
	mostTasks    = 100_000_000
	longestSleep = 1_000_000 // seconds
)

var expected, started, finished atomic.Int64

// arguments reads N and SECONDS; anything else ends the process with a usage line and exit code 2.
func arguments() (tasks int, pause time.Duration) {
	tasks, pause, ok := parse(os.Args[1:])
	if !ok {
		fmt.Fprintf(os.Stderr, "usage: program N SECONDS (N from 1 to %d, SECONDS from 0, fractions allowed)\n", mostTasks)
		os.Exit(2)
	}
	expected.Store(int64(tasks))
	return tasks, pause
}

func parse(words []string) (tasks int, pause time.Duration, ok bool) {
	if len(words) != 2 {
		return 0, 0, false
	}
	tasks, wrongTasks := strconv.Atoi(words[0])
	seconds, wrongSeconds := strconv.ParseFloat(words[1], 64)
	ok = wrongTasks == nil && wrongSeconds == nil && tasks >= 1 && tasks <= mostTasks && seconds >= 0 && seconds <= longestSleep
	return tasks, time.Duration(seconds * float64(time.Second)), ok
}

// taskStarted is called by a task before it sleeps; the last one says READY.
func taskStarted() {
	if n := started.Add(1); n == expected.Load() {
		fmt.Printf("READY n=%d done=%d\n", n, finished.Load())
	}
}

// taskFinished is called by a task after its sleep.
func taskFinished() {
	finished.Add(1)
}

func done() {
	fmt.Printf("DONE n=%d\n", finished.Load())
}
