// A place in memory for what tests store: a thousand databases that nobody keeps, and files of browsers. On a disk they
// would wait longer for its syncs than they work.
import { mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { removeLeftovers } from './leftovers.mjs'

const SHARED = '/dev/shm'
const PREFIX = 'switchyard-tests-'
/** Four times what all tests together have been seen to need at a time. */
const NEEDED_BYTES = 2 * 1024 ** 3

/**
 * A new folder that goes with this process; undefined where memory has no room for it, or no place that may be used so.
 * What is given replaces what this machine has: the place in memory, the list of what is mounted, bytes needed and free.
 */
export function memoryFolder({
  shared = SHARED,
  mounts = '/proc/mounts',
  needed = NEEDED_BYTES,
  memory = freemem(),
} = {}) {
  if (!isUsable({ shared, mounts, needed, memory })) return undefined
  removeLeftovers(shared, PREFIX)
  const folder = join(shared, `${PREFIX}${process.pid}`)
  mkdirSync(folder)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** PostgreSQL's programs may be copied there, so they must be allowed to run. */
function isUsable({ shared, mounts, needed, memory }) {
  try {
    const { bavail, bsize } = statfsSync(shared)
    const mounted = readFileSync(mounts, 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
    const options = mounted.findLast(([, place]) => place === shared)?.[3]?.split(',')
    return options !== undefined && !options.includes('noexec') && Math.min(bavail * bsize, memory) >= needed
  } catch {
    return false
  }
}
