import { Redis } from 'ioredis'

/** Timeout of a count: a Redis that does not respond must not hold up the calls. */
const COUNT_TIMEOUT_MS = 500

/** Opens a connection for limits that all nodes count together. Calls fail at once while it is down. */
export function redisClient(redisUrl: string, onError: (error: Error) => void): Redis {
  const client = new Redis(redisUrl, { enableOfflineQueue: false, commandTimeout: COUNT_TIMEOUT_MS })
  client.on('error', onError)
  return client
}
