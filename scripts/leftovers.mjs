import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes from a folder what is named by a prefix and a process that has ended: what it left behind when it was killed. */
export function removeLeftovers(folder, prefix) {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix) || lives(Number(name.slice(prefix.length)))) continue
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** Whether a process runs, of whatever user. */
export function lives(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
