import { randomUUID } from 'node:crypto'
import type { Transport } from './bus.ts'

/** Number of message ids that are remembered to detect the second copy. */
const MAX_REMEMBERED_IDS = 1000

/**
 * Sends every message over two transports, so that one of them may be down, and delivers a message that arrives on
 * both only once.
 */
export function redundantBus(transports: readonly [Transport, Transport]): Transport {
  const seen = new Set<string>()

  /**
   * Whether a message has not arrived before. Messages that a transport creates itself, such as after a gap, have
   * no id and are always new.
   */
  function isNew(name: string): boolean {
    if (name === '') return true
    if (seen.has(name)) return false
    seen.add(name)
    if (seen.size > MAX_REMEMBERED_IDS) for (const oldest of seen) return seen.delete(oldest)
    return true
  }

  return {
    send(message) {
      const named = `${randomUUID()}${message}`
      return Promise.all(transports.map((way) => way.send(named)))
    },
    onMessage(listener) {
      for (const way of transports) {
        way.onMessage(async (message) => {
          const start = message.indexOf('{')
          if (isNew(message.slice(0, start))) await listener(message.slice(start))
        })
      }
    },
    async close() {
      await Promise.all(transports.map((way) => way.close()))
    },
  }
}
