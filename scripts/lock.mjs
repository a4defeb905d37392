import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { lives } from './leftovers.mjs'

const LOOK_MS = 100

/** Runs `work` while no other process holds the lock `file`, and answers its result. A process that has ended holds nothing. */
export async function withLock(file, work) {
  while (!takes(file)) await setTimeout(LOOK_MS)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** A link makes the file with its holder in it at once: whoever reads the file finds a process. */
function takes(file) {
  const own = `${file}-${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    removeOfEnded(file)
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

function removeOfEnded(file) {
  try {
    if (!lives(Number(readFileSync(file, 'utf8')))) rmSync(file, { force: true })
  } catch (error) {
    // Its holder has removed it by now.
    if (error.code !== 'ENOENT') throw error
  }
}
