'use strict'

const { promisify } = require('node:util')
const { readArguments, taskStarted, taskFinished, done } = require('./contract.js')

const sleep = promisify(setTimeout)
const { tasks, milliseconds } = readArguments()

async function task() {
  taskStarted()
  await sleep(milliseconds)
  taskFinished()
}

async function main() {
  const running = []
  for (let i = 0; i < tasks; i++) running.push(task())
  await Promise.all(running)
  done()
}

main()
