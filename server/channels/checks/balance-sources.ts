import { channelType } from '#contract/channel-types/all.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Channel } from '../../registry/channels.ts'
import { bodyOf, readingOf, readUpstream } from './read-upstream.ts'

/** Asks what is left of a channel's credit, in USD (or what the vendor counts in). */
export type BalanceSource = (channel: Channel, now: Date) => Promise<number>

/** Where an account without a payment method began to use its free credit, at the earliest. */
const FREE_DAYS = 100
const DAY_MS = 86_400_000

/** The billing dashboard of OpenAI, which resellers imitate: a limit in dollars and a usage in cents. */
const dashboard: BalanceSource = async (channel, now) => {
  const read = async (path: `/v1/${string}`) => bodyOf(await readUpstream(readingOf(channel, path)))
  const plan = await read('/v1/dashboard/billing/subscription')
  const today = dayOf(now)
  const isFree = field(plan, 'has_payment_method') === false
  const from = isFree ? dayOf(new Date(now.getTime() - FREE_DAYS * DAY_MS)) : `${today.slice(0, 8)}01`
  const usage = await read(`/v1/dashboard/billing/usage?start_date=${from}&end_date=${today}`)
  return numberIn(plan, 'hard_limit_usd') - numberIn(usage, 'total_usage') / 100
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** Where a vendor keeps its accounts, unless the channel has another address than the one that calls go to by default. */
export function balanceAddress({ type, baseUrl }: Pick<Channel, 'type' | 'baseUrl'>, origin: string): string {
  return baseUrl === '' || baseUrl === channelType(type)?.baseUrl ? origin : baseUrl
}

/** One call that answers with the number. */
function single(origin: string, path: string, headers: (key: string) => Record<string, string>, ...names: string[]) {
  const source: BalanceSource = async ({ type, baseUrl, key }) => {
    const url = balanceAddress({ type, baseUrl }, origin) + path
    const body = bodyOf(await readUpstream({ url, headers: headers(key) }))
    return numberIn(names.slice(0, -1).reduce(field, body), names.at(-1) ?? '')
  }
  return source
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
const apiKey = (key: string) => ({ 'Api-Key': key })
const CREDITS = '/dashboard/billing/credit_grants'

/** What was paid less what was used: https://openrouter.ai/docs/api-reference/get-credits */
const openRouter: BalanceSource = async ({ baseUrl, key }) => {
  const url = `${baseUrl || 'https://openrouter.ai/api'}/v1/credits`
  const data = field(bodyOf(await readUpstream({ url, headers: bearer(key) })), 'data')
  return numberIn(data, 'total_credits') - numberIn(data, 'total_usage')
}

/** One purse for each currency; that in yuan where there is one: https://api-docs.deepseek.com/api/get-user-balance */
const deepSeek: BalanceSource = async ({ baseUrl, key }) => {
  const url = `${baseUrl || 'https://api.deepseek.com'}/user/balance`
  const purses = field(bodyOf(await readUpstream({ url, headers: bearer(key) })), 'balance_infos')
  const list: unknown[] = Array.isArray(purses) ? purses : []
  return numberIn(list.find((purse) => field(purse, 'currency') === 'CNY') ?? list[0], 'total_balance')
}

const aiProxy = single('https://aiproxy.io', '/api/report/getUserOverview', apiKey, 'data', 'totalPoints')

/** By channel type, as this API family's wire contract has them (§6.10) and vendors since then; other types tell nobody. */
export const balanceSources: Readonly<Record<number, BalanceSource>> = {
  1: dashboard,
  8: dashboard,
  10: aiProxy,
  21: aiProxy,
  12: single('https://api.api2gpt.com', CREDITS, bearer, 'total_remaining'),
  13: single('https://api.aigc2d.com', CREDITS, bearer, 'total_available'),
  20: openRouter,
  25: single('https://api.moonshot.cn', '/v1/users/me/balance', bearer, 'data', 'available_balance'),
  40: single('https://api.siliconflow.cn', '/v1/user/info', bearer, 'data', 'totalBalance'),
  43: deepSeek,
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** Some vendors write amounts as texts. */
function numberIn(value: unknown, name: string): number {
  const amount = field(value, name)
  const found = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount
  if (typeof found !== 'number' || !Number.isFinite(found)) throw new Failure('channel_upstream_malformed')
  return found
}
