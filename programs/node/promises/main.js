'use strict'

const { promisify } = require('node:util')
const { readArguments, ready, done } = require('./contract.js')

const sleep = promisify(setTimeout)

async function main() {
  const { tasks, milliseconds } = readArguments()
  const timers = []
  for (let i = 0; i < tasks; i++) timers.push(sleep(milliseconds))
  ready(timers.length)
  const finished = await Promise.all(timers)
  done(finished.length)
}

main()
