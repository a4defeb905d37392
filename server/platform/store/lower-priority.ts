import { setPriority } from 'node:os'

/** With this niceness, Linux gives a thread about a tenth of a core that a thread serving calls also needs. */
const NICENESS = 10

/**
 * Lowers the priority of the calling thread below the threads that serve calls. Only Linux has a priority for each
 * thread (setpriority(2), "C library/kernel differences"); elsewhere this would slow the whole process, so nothing
 * is done.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(NICENESS)
}
