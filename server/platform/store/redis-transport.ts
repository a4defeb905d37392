import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { RELOADED_AFTER_GAP, type Transport } from './bus.ts'

const CHANNEL = 'switchyard:changes'
/** Timeout of a count: a Redis that does not respond must not hold up the calls. */
const COUNT_TIMEOUT_MS = 500

/** Carries changes between nodes over Redis publish/subscribe. A lost connection is retried forever. */
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
          for (const change of RELOADED_AFTER_GAP) listener(JSON.stringify(change))
        } catch (error) {
          onError(error as Error)
        }
      })
      // A failed first attempt is reported as an error event, and retried.
      subscriber.connect().catch(() => {})
    },
    async close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

/** Opens a connection for limits that all nodes count together. Calls fail at once while it is down. */
export function redisClient(redisUrl: string, onError: (error: Error) => void): Redis {
  const client = new Redis(redisUrl, { enableOfflineQueue: false, commandTimeout: COUNT_TIMEOUT_MS })
  client.on('error', onError)
  return client
}
