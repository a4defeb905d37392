import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Transport } from './bus.ts'

const CHANNEL = 'switchyard:changes'

/** Carries changes between nodes over Redis publish/subscribe. A lost connection is retried for ever. */
export function redisTransport(redisUrl: string, onError: (error: Error) => void): Transport {
  const self = randomUUID()
  const publisher = new Redis(redisUrl, { maxRetriesPerRequest: null, enableOfflineQueue: true })
  const subscriber = publisher.duplicate()
  publisher.on('error', onError)
  subscriber.on('error', onError)
  return {
    send: (message) => void publisher.publish(CHANNEL, `${self} ${message}`).catch(onError),
    onMessage(listener) {
      subscriber.on('message', (_channel, text: string) => {
        const split = text.indexOf(' ')
        if (text.slice(0, split) !== self) listener(text.slice(split + 1))
      })
      void subscriber.subscribe(CHANNEL).catch(onError)
    },
    async close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

/** A connection for limits that all nodes count together. Calls fail at once while it is down. */
export function redisClient(redisUrl: string, onError: (error: Error) => void): Redis {
  const client = new Redis(redisUrl, { enableOfflineQueue: false })
  client.on('error', onError)
  return client
}
