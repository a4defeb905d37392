import { channelType } from '#contract/channel-types/all.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { readingRequest, readUpstream, successBody } from './read-upstream.ts'

/** Reads the remaining credit of a channel, in USD (or the vendor's unit). */
export type BalanceSource = (channel: Channel, now: Date) => Promise<number>

/** Accounts without a payment method began to use their free credit at most this many days ago. */
const FREE_DAYS = 100
const DAY_MS = 86_400_000

/** OpenAI's billing dashboard, which resellers imitate: a limit in dollars and a usage in cents. */
const billingDashboard: BalanceSource = async (channel, now) => {
  const read = async (path: `/v1/${string}`) => successBody(await readUpstream(readingRequest(channel, path)))
  const plan = await read('/v1/dashboard/billing/subscription')
  const today = dayOf(now)
  const isFree = field(plan, 'has_payment_method') === false
  const from = isFree ? dayOf(new Date(now.getTime() - FREE_DAYS * DAY_MS)) : `${today.slice(0, 8)}01`
  const usage = await read(`/v1/dashboard/billing/usage?start_date=${from}&end_date=${today}`)
  return numberIn(plan, 'hard_limit_usd') - numberIn(usage, 'total_usage') / 100
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** The host of a vendor's account API, unless the channel has another address than the default one for calls. */
export function accountBaseUrl({ type, baseUrl }: Pick<Channel, 'type' | 'baseUrl'>, origin: string): string {
  return baseUrl === '' || baseUrl === channelType(type)?.baseUrl ? origin : baseUrl
}

/** Creates a source that reads the number from one response. */
function singleRequest(
  origin: string,
  path: string,
  headers: (key: string) => Record<string, string>,
  ...names: string[]
) {
  const source: BalanceSource = async ({ type, baseUrl, key, way }) => {
    const url = accountBaseUrl({ type, baseUrl }, origin) + path
    const body = successBody(await readUpstream({ url, headers: headers(key), way }))
    return numberIn(names.slice(0, -1).reduce(field, body), names.at(-1) ?? '')
  }
  return source
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
const apiKey = (key: string) => ({ 'Api-Key': key })
const CREDITS = '/dashboard/billing/credit_grants'

/** Payments minus usage: https://openrouter.ai/docs/api-reference/get-credits */
const openRouter: BalanceSource = async ({ baseUrl, key, way }) => {
  const url = `${baseUrl || 'https://openrouter.ai/api'}/v1/credits`
  const data = field(successBody(await readUpstream({ url, headers: bearer(key), way })), 'data')
  return numberIn(data, 'total_credits') - numberIn(data, 'total_usage')
}

/**
 * One balance for each currency; the one in yuan if there is one:
 * https://api-docs.deepseek.com/api/get-user-balance
 */
const deepSeek: BalanceSource = async ({ baseUrl, key, way }) => {
  const url = `${baseUrl || 'https://api.deepseek.com'}/user/balance`
  const balances = field(successBody(await readUpstream({ url, headers: bearer(key), way })), 'balance_infos')
  const list: unknown[] = Array.isArray(balances) ? balances : []
  return numberIn(list.find((purse) => field(purse, 'currency') === 'CNY') ?? list[0], 'total_balance')
}

const aiProxy = singleRequest('https://aiproxy.io', '/api/report/getUserOverview', apiKey, 'data', 'totalPoints')

/**
 * By channel type, as in this API family's wire contract (§6.10) and from vendors since then. Other types offer no
 * balance.
 */
export const balanceSources: Readonly<Record<number, BalanceSource>> = {
  1: billingDashboard,
  8: billingDashboard,
  10: aiProxy,
  21: aiProxy,
  12: singleRequest('https://api.api2gpt.com', CREDITS, bearer, 'total_remaining'),
  13: singleRequest('https://api.aigc2d.com', CREDITS, bearer, 'total_available'),
  20: openRouter,
  25: singleRequest('https://api.moonshot.cn', '/v1/users/me/balance', bearer, 'data', 'available_balance'),
  40: singleRequest('https://api.siliconflow.cn', '/v1/user/info', bearer, 'data', 'totalBalance'),
  43: deepSeek,
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** Some vendors write amounts as strings. */
function numberIn(value: unknown, name: string): number {
  const amount = field(value, name)
  const found = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount
  if (typeof found !== 'number' || !Number.isFinite(found)) throw new ApiError('channel_upstream_malformed')
  return found
}
