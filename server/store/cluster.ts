import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { MAY_BE_MISSED, type Transport } from './bus.ts'

const CHANNEL = 'switchyard:changes'
/** A Redis that does not answer must not hold up the calls that it counts. */
const COUNT_MS = 500

/** Carries changes between nodes over Redis publish/subscribe. A lost connection is retried for ever. */
export function redisTransport(redisUrl: string, onError: (error: Error) => void): Transport {
  const self = randomUUID()
  const publisher = new Redis(redisUrl, { maxRetriesPerRequest: null, enableOfflineQueue: true })
  const subscriber = publisher.duplicate({ autoResubscribe: false, lazyConnect: true })
  publisher.on('error', onError)
  subscriber.on('error', onError)
  return {
    send: (message) => void publisher.publish(CHANNEL, `${self} ${message}`).catch(onError),
    onMessage(listener) {
      subscriber.on('message', (_channel, text: string) => {
        const split = text.indexOf(' ')
        if (text.slice(0, split) !== self) listener(text.slice(split + 1))
      })
      subscriber.on('ready', async () => {
        try {
          await subscriber.subscribe(CHANNEL)
          for (const change of MAY_BE_MISSED) listener(JSON.stringify(change))
        } catch (error) {
          onError(error as Error)
        }
      })
      // A failed first try is reported as an error event, and tried again.
      subscriber.connect().catch(() => {})
    },
    async close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

/** A connection for limits that all nodes count together. Calls fail at once while it is down. */
export function redisClient(redisUrl: string, onError: (error: Error) => void): Redis {
  const client = new Redis(redisUrl, { enableOfflineQueue: false, commandTimeout: COUNT_MS })
  client.on('error', onError)
  return client
}
