import type { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import { Failure } from '../errors/api-error.ts'
import { countedAddress } from '../net/rate-limit-key.ts'

/** Whom something counts for: a user or, without one, an address; of IPv6 its network of 64 bits. */
export type Counted = { userId: number } | { ip: string }

/** What was counted of something in a running window. */
export interface Count {
  count: number
  /** Milliseconds until the window ends. */
  msLeft: number
}

/**
 * Limits of the console's calls (contract of this API family: 180 calls and 60 pages per 180 s, 20 logins per 1200 s), and
 * the count of relayed calls, whose limits are the operator's.
 */
export interface Limits {
  /** Counts one relayed call of a user; answers how many there were in this minute, which begins with the first. */
  relayed(userId: number): Promise<Count>
  /** Counts one call. Throws too_many_requests. */
  call(who: Counted): Promise<void>
  /**
   * Counts one page of the console. Its files do not count: they are many for one page, kept by browsers, and served
   * from memory. Throws too_many_requests.
   */
  page(who: Counted): Promise<void>
  /** Counts one question of a token about its balance, apart from its user's console. Throws too_many_requests. */
  billing(userId: number): Promise<void>
  /** Counts one request to a path that nothing answers. Throws too_many_requests. */
  stray(ip: string): Promise<void>
  /** Counts one callback of a payment gateway: its signature is what protects it. Throws too_many_requests. */
  callback(ip: string): Promise<void>
  /** Counts one guess of an account's password. Throws too_many_requests. */
  password(guess: PasswordGuess): Promise<CountedGuess>
  /** Counts one try to get in by a registration or an identity provider. Throws too_many_requests. */
  entry(ip: string): Promise<void>
  /**
   * Counts one mail that is asked for. Nothing counts for the mailbox alone, or anybody could keep its owner from
   * getting mails; the pause between two mails protects it. Throws too_many_requests.
   */
  mail(ip: string, mailbox: string): Promise<void>
  /** Counts one test of the mail server. Throws too_many_requests. */
  mailTest(who: Counted): Promise<void>
  /** Counts one try of a service's credentials. Throws too_many_requests. */
  serviceTest(who: Counted): Promise<void>
  /** Counts one try at a code that was mailed. Throws too_many_requests. */
  code(ip: string, mailbox: string): Promise<void>
  close(): void
}

export interface PasswordGuess {
  ip: string
  /** The account as the sender calls it, in lower case. */
  account: string
  /** The sender's device, if the account is known to have been used on it: then other guesses do not matter to it. */
  device: string | undefined
}

export interface CountedGuess {
  /** Milliseconds that the guess must wait before it is checked. */
  waitMs: number
  /** Takes the guess back: a right password is no attack. */
  giveBack(): Promise<void>
}

/** Only counted here. */
const RELAYED = { points: Number.MAX_SAFE_INTEGER, duration: 60 }
const CALLS = { points: 180, duration: 180 }
const PAGES = { points: 60, duration: 180 }
const CALLBACKS = { points: 6000, duration: 180 }
const LOGIN_SECONDS = 1200
/** The pair is strict and an address is loose. An account is only counted, so that nobody can lock it for others. */
const LOGIN = {
  pair: { points: 20, duration: LOGIN_SECONDS },
  address: { points: 200, duration: LOGIN_SECONDS },
  account: { points: Number.MAX_SAFE_INTEGER, duration: LOGIN_SECONDS },
}
/** So many wrong guesses at an account cost no time; each ten more double the wait, from a quarter of a second on. */
const FREE_GUESSES = 20
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000
/** From so many guesses on, an unknown sender has few of its own. */
const ATTACK_GUESSES = 200
const PAIR_GUESSES_UNDER_ATTACK = 3

/** Milliseconds that the given guess of a window waits, counted from 1. */
function guessWait(guesses: number): number {
  if (guesses <= FREE_GUESSES) return 0
  return Math.min(FIRST_WAIT_MS * 2 ** Math.floor((guesses - FREE_GUESSES - 1) / 10), LONGEST_WAIT_MS)
}

const ENTRY = { points: 200, duration: 1200 }
const MAILBOX_SECONDS = 600
const MAIL = {
  pair: { points: 5, duration: MAILBOX_SECONDS },
  address: { points: 60, duration: MAILBOX_SECONDS },
}
/** Enough for getting a server's settings right, too few for anything else. */
const MAIL_TESTS = { points: 20, duration: MAILBOX_SECONDS }
/** The pair has half of the tries that a code bears (mailed-codes.ts): no address alone can use up somebody's code. */
const CODE = {
  pair: { points: 10, duration: MAILBOX_SECONDS },
  address: { points: 100, duration: MAILBOX_SECONDS },
}

const nothing = async () => {}
const UNLIMITED: Omit<Limits, 'relayed' | 'close'> = {
  call: nothing,
  page: nothing,
  billing: nothing,
  stray: nothing,
  callback: nothing,
  password: async () => ({ waitMs: 0, giveBack: nothing }),
  entry: nothing,
  mail: nothing,
  mailTest: nothing,
  serviceTest: nothing,
  code: nothing,
}

/** Opens the limits; with Redis all nodes count together, and each alone while Redis is away. */
export function openLimits({ rateLimit }: Pick<Config, 'rateLimit'>, redis?: Redis): Limits {
  const limiter = (name: string, size: { points: number; duration: number }): RateLimiterAbstract => {
    const options = { keyPrefix: `switchyard:limit:${name}`, ...size }
    const memory = new RateLimiterMemory(options)
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory
  }
  const relayedCalls = limiter('relayed', RELAYED)
  const always = {
    async relayed(userId: number) {
      const { consumedPoints, msBeforeNext } = await relayedCalls.consume(String(userId))
      return { count: consumedPoints, msLeft: msBeforeNext }
    },
    close: () => redis?.disconnect(),
  }
  if (!rateLimit) return { ...UNLIMITED, ...always }
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
  const entries = limiter('entry', ENTRY)
  const mails = { pair: limiter('mail', MAIL.pair), address: limiter('mail-ip', MAIL.address) }
  const mailTests = limiter('mail-test', MAIL_TESTS)
  const serviceTests = limiter('service-test', MAIL_TESTS)
  const codes = { pair: limiter('code', CODE.pair), address: limiter('code-ip', CODE.address) }

  return {
    ...always,
    call: async (who) => void (await consume(calls, keyOf(who))),
    page: async (who) => void (await consume(pages, keyOf(who))),
    billing: async (userId) => void (await consume(billings, `u${userId}`)),
    stray: async (ip) => void (await consume(strays, countedAddress(ip))),
    callback: async (ip) => void (await consume(callbacks, countedAddress(ip))),
    async password({ ip, account, device }) {
      const address = countedAddress(ip)
      const pair = `${device ? `device ${device}` : address} ${account}`
      const own = await consume(logins.pair, pair)
      if (device) return { waitMs: 0, giveBack: async () => void (await logins.pair.reward(pair)) }
      await consume(logins.address, address)
      const all = await consume(logins.account, account)
      if (all.consumedPoints > ATTACK_GUESSES && own.consumedPoints > PAIR_GUESSES_UNDER_ATTACK) throw tooMany(own)
      return {
        waitMs: guessWait(all.consumedPoints),
        async giveBack() {
          await Promise.all([logins.pair.reward(pair), logins.address.reward(address), logins.account.reward(account)])
        },
      }
    },
    entry: async (ip) => void (await consume(entries, countedAddress(ip))),
    async mail(ip, mailbox) {
      const address = countedAddress(ip)
      await consume(mails.pair, `${address} ${mailbox}`)
      await consume(mails.address, address)
    },
    mailTest: async (who) => void (await consume(mailTests, keyOf(who))),
    serviceTest: async (who) => void (await consume(serviceTests, keyOf(who))),
    async code(ip, mailbox) {
      const address = countedAddress(ip)
      await consume(codes.pair, `${address} ${mailbox}`)
      await consume(codes.address, address)
    },
  }
}

const keyOf = (who: Counted) => ('userId' in who ? `u${who.userId}` : `a${countedAddress(who.ip)}`)

async function consume(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key)
  } catch (refusal) {
    throw refusal instanceof RateLimiterRes ? tooMany(refusal) : refusal
  }
}

const tooMany = ({ msBeforeNext }: RateLimiterRes) =>
  new Failure('too_many_requests', {}, undefined, Math.ceil(msBeforeNext / 1000))
