import { setPriority } from 'node:os'

/** What Linux gives a thread of this niceness beside one that answers calls: a tenth of the core that both want. */
const NICENESS = 10

/**
 * Puts the thread that calls it behind those that answer calls: what it does may wait. Only Linux has a priority for each
 * thread (setpriority(2), "C library/kernel differences"); elsewhere this would slow the whole process, and nothing is done.
 */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(NICENESS)
}
