'use strict'

const { writeSync } = require('node:fs')

const USAGE = 'usage: program N SECONDS (N from 1 to 100000000, SECONDS from 0, fractions allowed)'
const MOST_TASKS = 100_000_000
const LONGEST_SLEEP_SECONDS = 1_000_000

let expected = 0
let started = 0
let finished = 0

// console.log and process.stdout would cost 1.5 MiB.
const say = line => writeSync(1, `${line}\n`)

/** N and the sleep in milliseconds; anything else than `N SECONDS` ends the process with a usage line and exit code 2. */
function readArguments() {
  const words = process.argv.slice(2)
  const [tasks, seconds] = words.map(Number)
  const decimal = words.length === 2 && /^\d+$/.test(words[0]) && /^\d+(\.\d+)?$/.test(words[1])
  if (!decimal || tasks < 1 || tasks > MOST_TASKS || seconds > LONGEST_SLEEP_SECONDS) {
    writeSync(2, `${USAGE}\n`)
    process.exit(2)
  }
  expected = tasks
  return { tasks, milliseconds: seconds * 1000 }
}

/** Called by a task before it sleeps; the last one says READY. */
function taskStarted() {
  started += 1
  if (started === expected) ready(started)
}

/** Called by a task after its sleep. */
function taskFinished() {
  finished += 1
}

const ready = n => say(`READY n=${n} done=${finished}`)
const done = (n = finished) => say(`DONE n=${n}`)

module.exports = { readArguments, taskStarted, taskFinished, ready, done }
