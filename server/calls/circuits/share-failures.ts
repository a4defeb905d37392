import { randomUUID } from 'node:crypto'
import type { Bus } from '../../platform/store/bus.ts'
import type { Circuits } from './circuits.ts'

/** Failures that a process tells in a second at most: more say no more. */
const MAX_PER_SECOND = 10
const MAX_MESSAGE = 300

/**
 * Counts the failures of the other processes and nodes as well, and tells them of own ones until a circuit opens, so that a dead
 * vendor is found out once and not by each of them. What is served counts where it was served. `now`: milliseconds.
 */
export function shareFailures(circuits: Circuits, bus: Bus, now: () => number = () => performance.now()): Circuits {
  const node = randomUUID()
  let [second, told] = [0, 0]

  function mayTell(): boolean {
    const present = Math.floor(now() / 1000)
    if (present !== second) [second, told] = [present, 0]
    told += 1
    return told <= MAX_PER_SECOND
  }

  bus.subscribe(['model_failed'], ({ node: from, channel, model, failure }) => {
    if (from !== node) circuits.failed(channel, model, failure)
  })
  return {
    ...circuits,
    failed(channel, model, failure) {
      const isOpen = circuits.view(channel, model).state === 'open'
      circuits.failed(channel, model, failure)
      if (isOpen || !mayTell()) return
      const short = { ...failure, message: failure.message.slice(0, MAX_MESSAGE) }
      bus.publish({ kind: 'model_failed', node, channel, model, failure: short })
    },
  }
}
