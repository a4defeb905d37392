import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Returns the cores in a list of the kernel, such as `0-2,5`. Source: proc(5), `Cpus_allowed_list`. */
export function coresIn(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

const cores = coresIn(/^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0')

/**
 * Keeps a process, with its threads and what it starts from now on, on one of the cores that this one was started with.
 * Where there are no two, or no `taskset`, it runs where it may.
 */
export function pinTo(core: 0 | 1, pid = 0): void {
  if (cores.length < 2 || !Bun.which('taskset')) return
  Bun.spawnSync(['taskset', '-acp', String(cores.at(core)), String(pid)])
}

/** Enough to keep caches warm beside what else the machine does, which still has its turns. */
const AHEAD = -5
const AUTOGROUP = '/proc/self/autogroup'

/**
 * Lets this process, and what it starts, run ahead of others until it ends, where it has the right to: what is interrupted
 * all the time costs more. Source: sched(7), the nice value and autogroups, which divide the time between sessions.
 */
export function runAhead(): void {
  try {
    setPriority(AHEAD)
    const before = /nice (-?\d+)/.exec(readFileSync(AUTOGROUP, 'utf8'))?.[1] ?? '0'
    writeFileSync(AUTOGROUP, String(AHEAD))
    process.once('exit', () => writeFileSync(AUTOGROUP, before))
  } catch {
    // It has no right to, or the kernel has no such groups.
  }
}
