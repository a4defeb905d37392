import type { Redis } from 'ioredis'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
// Its index loads a limiter for each of twenty databases, and the runtime's parts for clusters of processes.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'
import type { Config } from '../config.ts'
import { ApiError } from '../errors/api-error.ts'
import { rateLimitKey } from '../net/rate-limit-key.ts'

/** The subject of a limit: a user or, without one, an address; for IPv6 its /64 network. */
export type LimitSubject = { userId: number } | { ip: string }

/**
 * Rate limits of the console's calls (contract of this API family: 180 calls and 60 pages per 180 s, 20 logins per
 * 1200 s). Those of relayed calls are the operator's: `server/calls/limits`.
 */
export interface Limits {
  /** Counts one call. Throws too_many_requests. */
  call(who: LimitSubject): Promise<void>
  /**
   * Counts one page of the console. Its files do not count: one page has many, browsers cache them, and they are
   * served from memory. Throws too_many_requests.
   */
  page(who: LimitSubject): Promise<void>
  /** Counts one balance query of a token, separately from its user's console. Throws too_many_requests. */
  billing(userId: number): Promise<void>
  /** Counts one request to an unknown path. Throws too_many_requests. */
  notFound(ip: string): Promise<void>
  /** Counts one callback of a payment gateway, which is protected by its signature. Throws too_many_requests. */
  callback(ip: string): Promise<void>
  /** Counts one guess of an account's password. Throws too_many_requests. */
  password(guess: PasswordGuess): Promise<CountedGuess>
  /**
   * Counts one guess of a second factor. Only whoever knows the password gets this far, so the account itself has a
   * limit. Throws too_many_requests.
   */
  secondFactor(userId: number): Promise<Pick<CountedGuess, 'undo'>>
  /** Counts one attempt to log in by a registration or an identity provider. Throws too_many_requests. */
  login(ip: string): Promise<void>
  /**
   * Counts one requested mail. There is no limit for the mailbox alone, or a stranger could keep its owner from
   * getting mails; the pause between two mails protects it. Throws too_many_requests.
   */
  mail(ip: string, mailbox: string): Promise<void>
  /** Counts one test of the mail server. Throws too_many_requests. */
  mailTest(who: LimitSubject): Promise<void>
  /** Counts one test of a service's credentials. Throws too_many_requests. */
  serviceTest(who: LimitSubject): Promise<void>
  /** Counts one attempt at a mailed code. Throws too_many_requests. */
  code(ip: string, mailbox: string): Promise<void>
  close(): void
}

export interface PasswordGuess {
  ip: string
  /** The account name as entered, in lower case. */
  account: string
  /**
   * The sender's device, if the account is known to have been used on it: then other senders' guesses do not affect
   * it.
   */
  device: string | undefined
}

export interface CountedGuess {
  /** Milliseconds that the guess must wait before it is checked. */
  waitMs: number
  /** Removes the guess from the counts: a correct password is not an attack. */
  undo(): Promise<void>
}

const CALLS = { points: 180, duration: 180 }
const PAGES = { points: 60, duration: 180 }
const CALLBACKS = { points: 6000, duration: 180 }
const LOGIN_SECONDS = 1200
/**
 * The limit of the pair is strict and that of an address is loose. An account is only counted, so that an attacker
 * cannot lock it for others.
 */
const LOGIN = {
  pair: { points: 20, duration: LOGIN_SECONDS },
  address: { points: 200, duration: LOGIN_SECONDS },
  account: { points: Number.MAX_SAFE_INTEGER, duration: LOGIN_SECONDS },
}
/**
 * This many wrong guesses at an account cause no wait; each ten more double the wait, starting with a quarter of a
 * second.
 */
const FREE_GUESSES = 20
const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 10_000
/** From this number of guesses at an account on, an unknown sender has only a few. */
const ATTACK_GUESSES = 200
const PAIR_GUESSES_UNDER_ATTACK = 3

/** Returns the milliseconds that the nth guess of a window waits, counted from 1. */
function guessWait(guesses: number): number {
  if (guesses <= FREE_GUESSES) return 0
  return Math.min(FIRST_WAIT_MS * 2 ** Math.floor((guesses - FREE_GUESSES - 1) / 10), MAX_WAIT_MS)
}

const PROVIDER_LOGIN = { points: 200, duration: 1200 }
const MAILBOX_SECONDS = 600
const MAIL = {
  pair: { points: 5, duration: MAILBOX_SECONDS },
  address: { points: 60, duration: MAILBOX_SECONDS },
}
/** Enough to get a server's settings right, too few for abuse. */
const MAIL_TESTS = { points: 20, duration: MAILBOX_SECONDS }
/**
 * The pair has half of the attempts that a code allows (mailed-codes.ts): one address alone cannot use up another
 * user's code.
 */
const CODE = {
  pair: { points: 10, duration: MAILBOX_SECONDS },
  address: { points: 100, duration: MAILBOX_SECONDS },
}

/** A guess has a chance of 3 in a million: an attacker with the password needs years. */
const SECOND_FACTOR = { points: 10, duration: 600 }

const nothing = async () => {}
const UNLIMITED: Omit<Limits, 'close'> = {
  call: nothing,
  page: nothing,
  billing: nothing,
  notFound: nothing,
  callback: nothing,
  password: async () => ({ waitMs: 0, undo: nothing }),
  secondFactor: async () => ({ undo: nothing }),
  login: nothing,
  mail: nothing,
  mailTest: nothing,
  serviceTest: nothing,
  code: nothing,
}

/** Opens the limits; with Redis all nodes count together, and each on its own while Redis is unreachable. */
export function openLimits({ rateLimit }: Pick<Config, 'rateLimit'>, redis?: Redis): Limits {
  const limiter = (name: string, size: { points: number; duration: number }): RateLimiterAbstract => {
    const options = { keyPrefix: `switchyard:limit:${name}`, ...size }
    const memory = new RateLimiterMemory(options)
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory
  }
  const close = () => redis?.disconnect()
  if (!rateLimit) return { ...UNLIMITED, close }
  const calls = limiter('call', CALLS)
  const pages = limiter('page', PAGES)
  const billings = limiter('billing', CALLS)
  const strays = limiter('stray', PAGES)
  const callbacks = limiter('callback', CALLBACKS)
  const logins = {
    pair: limiter('login', LOGIN.pair),
    address: limiter('login-ip', LOGIN.address),
    account: limiter('login-account', LOGIN.account),
  }
  const secondFactors = limiter('second-factor', SECOND_FACTOR)
  const entries = limiter('entry', PROVIDER_LOGIN)
  const mails = { pair: limiter('mail', MAIL.pair), address: limiter('mail-ip', MAIL.address) }
  const mailTests = limiter('mail-test', MAIL_TESTS)
  const serviceTests = limiter('service-test', MAIL_TESTS)
  const codes = { pair: limiter('code', CODE.pair), address: limiter('code-ip', CODE.address) }

  return {
    close,
    call: async (who) => void (await consume(calls, limitKey(who))),
    page: async (who) => void (await consume(pages, limitKey(who))),
    billing: async (userId) => void (await consume(billings, `u${userId}`)),
    notFound: async (ip) => void (await consume(strays, rateLimitKey(ip))),
    callback: async (ip) => void (await consume(callbacks, rateLimitKey(ip))),
    async password({ ip, account, device }) {
      const address = rateLimitKey(ip)
      const pair = `${device ? `device ${device}` : address} ${account}`
      const own = await consume(logins.pair, pair)
      if (device) return { waitMs: 0, undo: async () => void (await logins.pair.reward(pair)) }
      await consume(logins.address, address)
      const all = await consume(logins.account, account)
      if (all.consumedPoints > ATTACK_GUESSES && own.consumedPoints > PAIR_GUESSES_UNDER_ATTACK)
        throw tooManyRequests(own)
      return {
        waitMs: guessWait(all.consumedPoints),
        async undo() {
          await Promise.all([logins.pair.reward(pair), logins.address.reward(address), logins.account.reward(account)])
        },
      }
    },
    async secondFactor(userId) {
      const key = String(userId)
      await consume(secondFactors, key)
      return { undo: async () => void (await secondFactors.reward(key)) }
    },
    login: async (ip) => void (await consume(entries, rateLimitKey(ip))),
    async mail(ip, mailbox) {
      const address = rateLimitKey(ip)
      await consume(mails.pair, `${address} ${mailbox}`)
      await consume(mails.address, address)
    },
    mailTest: async (who) => void (await consume(mailTests, limitKey(who))),
    serviceTest: async (who) => void (await consume(serviceTests, limitKey(who))),
    async code(ip, mailbox) {
      const address = rateLimitKey(ip)
      await consume(codes.pair, `${address} ${mailbox}`)
      await consume(codes.address, address)
    },
  }
}

const limitKey = (who: LimitSubject) => ('userId' in who ? `u${who.userId}` : `a${rateLimitKey(who.ip)}`)

async function consume(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key)
  } catch (refusal) {
    throw refusal instanceof RateLimiterRes ? tooManyRequests(refusal) : refusal
  }
}

const tooManyRequests = ({ msBeforeNext }: RateLimiterRes) =>
  new ApiError('too_many_requests', {}, undefined, Math.ceil(msBeforeNext / 1000))
