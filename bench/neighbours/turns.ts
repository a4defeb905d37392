import { appendFileSync } from 'node:fs'

/**
 * Is loaded into the server that is measured: writes into the file `TURNS_FILE` for how long its event loop was busy with one
 * thing, in milliseconds of its thread's own CPU time, which other processes on the same cores do not lengthen.
 */
const TICK_MS = 1
const WRITE_MS = 200

const file = process.env.TURNS_FILE
let turns: number[] = []
let before = cpuMicros()

function cpuMicros(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

function tick(): void {
  const now = cpuMicros()
  turns.push((now - before) / 1000)
  before = now
}

function write(): void {
  if (file && turns.length > 0) appendFileSync(file, `${turns.map((ms) => ms.toFixed(2)).join('\n')}\n`)
  turns = []
}

setInterval(tick, TICK_MS).unref()
setInterval(write, WRITE_MS).unref()
