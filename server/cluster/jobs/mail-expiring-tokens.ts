import { nowInSeconds } from '#server/platform/clock.ts'
import { type Notice, tellUser } from '../../people/notices/tell-user.ts'
import { canSendMail, isRefusedForGood, sendMail } from '../../platform/mail/send.ts'
import { publicAddress } from '../../platform/options/server-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { type ExpiringToken, listExpiring, markTold } from './expiring-tokens.ts'
import { every, type Job } from './job.ts'

const DAY = 86_400
const BATCH = 200
/** Tokens that a mail names; the others of the same owner are counted. */
const MAX_NAMED = 20

/**
 * Tells owners of tokens that expire within TokenExpiryMailDays, and again within a day: once for each step, and one
 * message for all tokens of an owner that are found together, by mail and through their own sinks. Without a mail server
 * only those of owners with sinks are marked.
 */
export const mailExpiringTokens: Job = {
  name: 'mail-expiring-tokens',
  next: every(600),
  async run(services, signal) {
    const days = services.options.values.TokenExpiryMailDays
    if (days === 0) return
    const steps = days > 1 ? [DAY, days * DAY] : [DAY]
    while (!signal.aborted) {
      const now = nowInSeconds()
      const tokens = await listExpiring(services.store.db, { now, steps, limit: BATCH, canMail: canSendMail(services) })
      for (const owned of Map.groupBy(tokens, ({ user_id }) => user_id).values()) {
        if (signal.aborted || !(await tell(services, owned, now))) return
      }
      if (tokens.length < BATCH) return
    }
  },
}

/**
 * Marks before sending: after a crash one mail too few is better than one too many. false = the mail server is
 * unreachable.
 */
async function tell(services: Platform, tokens: readonly ExpiringToken[], now: number): Promise<boolean> {
  const { db } = services.store
  const told: { token: ExpiringToken; mark: ReturnType<typeof markOf> }[] = []
  for (const token of tokens) {
    const mark = markOf(token, now)
    if (await markTold(db, token, mark)) told.push({ token, mark })
  }
  const [first] = told
  if (!first) return true
  const { TimeZone } = services.options.values
  const named = told.slice(0, MAX_NAMED).map(({ token }) => ({
    name: token.name,
    time: `${clockTime(token.expired_time, TimeZone)} ${TimeZone}`,
  }))
  const notice = expiryNotice(named, told.length)
  const { email, user_id } = first.token
  if (!email || !canSendMail(services)) {
    await tellUser(db, user_id, notice, now)
    return true
  }
  try {
    await sendMail(services, {
      to: email,
      template: 'token_expiring',
      language: first.token.language || 'zh',
      data: { tokens: named, more: told.length - named.length, link: `${publicAddress(services)}/token` },
    })
  } catch (error) {
    if (!isRefusedForGood(error)) {
      for (const { token, mark } of told) await markTold(db, { ...token, ...mark }, token)
      return false
    }
  }
  await tellUser(db, user_id, notice, now)
  return true
}

function expiryNotice(named: readonly { name: string; time: string }[], count: number): Notice {
  const list = named.map(({ name, time }) => `${name} (${time})`)
  const more = count - named.length
  return {
    kind: 'token_expiring',
    title: { zh: `${count} 个令牌即将过期`, en: count === 1 ? 'A token expires soon' : `${count} tokens expire soon` },
    text: {
      zh: `令牌即将过期：${list.join('、')}${more > 0 ? `，另有 ${more} 个` : ''}`,
      en: `Keys expire soon: ${list.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    },
  }
}

const markOf = ({ expired_time }: ExpiringToken, now: number) => ({
  expiry_told_of: expired_time,
  expiry_told_left: expired_time - now,
})

/** A time such as `2026-11-27 10:00`. */
const clockTime = (seconds: number, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(seconds * 1000)
