import { every } from '../async/ticker.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../errors/api-error.ts'
import { rateLimitKey } from '../net/rate-limit-key.ts'
import { Meters } from './meters.ts'
import type { PermitSource } from './permit-source.ts'

/** The subject of a limit: a user or, without one, an address; for IPv6 its /64 network. */
export type LimitSubject = { userId: number } | { ip: string }

/**
 * Rate limits of the console's calls (contract of this API family: 180 calls and 60 pages per 180 s, 20 logins per
 * 1200 s). Those of relayed calls are the operator's: `server/calls/limits`.
 */
export interface ConsoleLimits {
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
  undo(): void
}

/** Requests of a window, which begins with the first of them. */
interface Rule {
  /** Names the counters, which nodes share. */
  name: string
  requests: number
  seconds: number
}

/** The limit of a pair is strict, that of an address is loose. */
const RULES = {
  call: { name: 'call', requests: 180, seconds: 180 },
  page: { name: 'page', requests: 60, seconds: 180 },
  billing: { name: 'billing', requests: 180, seconds: 180 },
  notFound: { name: 'stray', requests: 60, seconds: 180 },
  callback: { name: 'callback', requests: 6000, seconds: 180 },
  password: { name: 'login', requests: 20, seconds: 1200 },
  passwordAddress: { name: 'login-ip', requests: 200, seconds: 1200 },
  /** An account is only counted, so that an attacker cannot lock it for others. */
  passwordAccount: { name: 'login-account', requests: Number.MAX_SAFE_INTEGER, seconds: 1200 },
  /** A guess has a chance of 3 in a million: an attacker with the password needs years. */
  secondFactor: { name: 'second-factor', requests: 10, seconds: 600 },
  login: { name: 'entry', requests: 200, seconds: 1200 },
  mail: { name: 'mail', requests: 5, seconds: 600 },
  mailAddress: { name: 'mail-ip', requests: 60, seconds: 600 },
  /** Enough to get a server's settings right, too few for abuse. */
  mailTest: { name: 'mail-test', requests: 20, seconds: 600 },
  serviceTest: { name: 'service-test', requests: 20, seconds: 600 },
  /** Half of the attempts that a code allows (mailed-codes.ts): one address cannot use up another user's code. */
  code: { name: 'code', requests: 10, seconds: 600 },
  codeAddress: { name: 'code-ip', requests: 100, seconds: 600 },
} satisfies Record<string, Rule>

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

const nothing = async () => {}
const undo = () => {}
const UNLIMITED: Omit<ConsoleLimits, 'close'> = {
  call: nothing,
  page: nothing,
  billing: nothing,
  notFound: nothing,
  callback: nothing,
  password: async () => ({ waitMs: 0, undo }),
  secondFactor: async () => ({ undo }),
  login: nothing,
  mail: nothing,
  mailTest: nothing,
  serviceTest: nothing,
  code: nothing,
}

const SWEEP_MS = 60_000

/** Opens the limits; with a source all nodes count together, and each by itself while the source is unreachable. */
export function openConsoleLimits({ rateLimit }: Pick<Config, 'rateLimit'>, source?: PermitSource): ConsoleLimits {
  if (!rateLimit) return { ...UNLIMITED, close() {} }
  const meters = new Meters({ source, nodes: 1, share: 0 })
  const stopSweeping = every(SWEEP_MS, () => meters.sweep(Date.now()))

  /** Counts a request. Throws too_many_requests. */
  async function count({ name, requests, seconds }: Rule, key: string): Promise<Counted> {
    const meter = meters.open(`${name}:${key}`, (now) => now + seconds * 1000)
    const isAllowed = await meter.take(1, requests, Date.now())
    const { used, endsAt } = meter.read(Date.now())
    const { window } = meter
    const refusal = () =>
      new ApiError('too_many_requests', {}, undefined, Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)))
    if (!isAllowed) throw refusal()
    return { used, refusal, undo: () => meter.correct(-1, window, requests) }
  }

  const counter = (rule: Rule) => async (who: LimitSubject) => void (await count(rule, limitKey(who)))
  const addressCounter = (rule: Rule) => async (ip: string) => void (await count(rule, rateLimitKey(ip)))
  /** Counts a request for a mailbox, whose owner strangers must not lock out. */
  const mailboxCounter = (pair: Rule, address: Rule) => async (ip: string, mailbox: string) => {
    await count(pair, `${rateLimitKey(ip)} ${mailbox}`)
    await count(address, rateLimitKey(ip))
  }

  return {
    call: counter(RULES.call),
    page: counter(RULES.page),
    billing: (userId) => counter(RULES.billing)({ userId }),
    notFound: addressCounter(RULES.notFound),
    callback: addressCounter(RULES.callback),
    async password({ ip, account, device }) {
      const address = rateLimitKey(ip)
      const own = await count(RULES.password, `${device ? `device ${device}` : address} ${account}`)
      if (device) return { waitMs: 0, undo: own.undo }
      const ofAddress = await count(RULES.passwordAddress, address)
      const ofAccount = await count(RULES.passwordAccount, account)
      if (ofAccount.used > ATTACK_GUESSES && own.used > PAIR_GUESSES_UNDER_ATTACK) throw own.refusal()
      const undo = () => {
        for (const counted of [own, ofAddress, ofAccount]) counted.undo()
      }
      return { waitMs: guessWait(ofAccount.used), undo }
    },
    secondFactor: (userId) => count(RULES.secondFactor, String(userId)),
    login: addressCounter(RULES.login),
    mail: mailboxCounter(RULES.mail, RULES.mailAddress),
    mailTest: counter(RULES.mailTest),
    serviceTest: counter(RULES.serviceTest),
    code: mailboxCounter(RULES.code, RULES.codeAddress),
    close: () => void stopSweeping(),
  }
}

/** A request that was counted. */
interface Counted {
  /** The requests of the window, this one included. */
  used: number
  refusal(): ApiError
  /** Removes the request from the counts. */
  undo(): void
}

const limitKey = (who: LimitSubject) => ('userId' in who ? `u${who.userId}` : `a${rateLimitKey(who.ip)}`)
