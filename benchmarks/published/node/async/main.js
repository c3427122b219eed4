'use strict'

const { promisify } = require('node:util')

const delay = promisify(setTimeout)

async function run(number) {
  const tasks = []
  for (let i = 0; i < number; i++) {
    tasks.push(
      (async () => {
        await delay(10000)
      })()
    )
  }
  await Promise.all(tasks)
}

run(parseInt(process.argv[2]))
