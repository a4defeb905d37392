import { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import { Failure } from './failure.ts'

/** Limits of the console's calls (contract of this API family: 180 calls per 180 s, 20 logins per 1200 s). */
export interface Limits {
  /** Counts one call of a user or, without one, of an address. Throws too_many_requests. */
  call(who: { userId: number } | { ip: string }): Promise<void>
  /**
   * Counts one try at an account's password. Throws too_many_requests. The result gives the try back: a password that
   * was right is no attack.
   */
  password(ip: string, account: string): Promise<() => Promise<void>>
  close(): void
}

const CALLS = { points: 180, duration: 180 }
const LOGIN_SECONDS = 1200
/** The pair is strict; an address or an account alone is loose, so that nobody locks out others. */
const LOGIN = {
  pair: { points: 20, duration: LOGIN_SECONDS },
  address: { points: 200, duration: LOGIN_SECONDS },
  account: { points: 200, duration: LOGIN_SECONDS },
}

/** Opens the limits; with Redis all nodes count together, and each alone while Redis is away. */
export function openLimits(
  config: Pick<Config, 'rateLimit' | 'redisUrl'>,
  onError: (error: Error) => void = () => {},
): Limits {
  if (!config.rateLimit) return { call: async () => {}, password: async () => async () => {}, close() {} }
  const redis = config.redisUrl ? new Redis(config.redisUrl, { enableOfflineQueue: false }) : undefined
  redis?.on('error', onError)
  const limiter = (name: string, size: { points: number; duration: number }): RateLimiterAbstract => {
    const options = { keyPrefix: `switchyard:limit:${name}`, ...size }
    const memory = new RateLimiterMemory(options)
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory
  }
  const calls = limiter('call', CALLS)
  const logins = {
    pair: limiter('login', LOGIN.pair),
    address: limiter('login-ip', LOGIN.address),
    account: limiter('login-account', LOGIN.account),
  }

  return {
    call: (who) => consume(calls, 'userId' in who ? `u${who.userId}` : `a${who.ip}`),
    async password(ip, account) {
      const counted: [RateLimiterAbstract, string][] = [
        [logins.pair, `${ip} ${account}`],
        [logins.address, ip],
        [logins.account, account],
      ]
      for (const [limit, key] of counted) await consume(limit, key)
      return async () => {
        await Promise.all(counted.map(([limit, key]) => limit.reward(key)))
      }
    },
    close: () => redis?.disconnect(),
  }
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new Failure('too_many_requests', {}, undefined, Math.ceil(refusal.msBeforeNext / 1000))
  }
}
