import { randomUUID } from 'node:crypto'
import type { Transport } from './bus.ts'

/** Messages that the second way brought within this many others are known to have come by the first. */
const REMEMBERED = 1000

/** Sends every message by two ways, so that one of them may be down, and passes on what comes by both once. */
export function twoWays(ways: readonly [Transport, Transport]): Transport {
  const seen = new Set<string>()

  /** Whether a message has not come yet. What a way says of its own, such as after a gap, has no name and is always new. */
  function isNew(name: string): boolean {
    if (name === '') return true
    if (seen.has(name)) return false
    seen.add(name)
    if (seen.size > REMEMBERED) for (const oldest of seen) return seen.delete(oldest)
    return true
  }

  return {
    send(message) {
      const named = `${randomUUID()}${message}`
      for (const way of ways) way.send(named)
    },
    onMessage(listener) {
      for (const way of ways) {
        way.onMessage((message) => {
          const start = message.indexOf('{')
          if (isNew(message.slice(0, start))) listener(message.slice(start))
        })
      }
    },
    async close() {
      await Promise.all(ways.map((way) => way.close()))
    },
  }
}
