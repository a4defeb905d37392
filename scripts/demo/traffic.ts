import { costOf, NO_USAGE, type Usage } from '#contract/prices/price.ts'
import type { AttemptRecord, EndReason } from '#contract/receipt.ts'
import type { Calls } from '#server/calls/calls.ts'
import type { TokenFacts, UserFacts } from '#server/calls/registry/callers.ts'
import { bookLostCost } from '#server/calls/relay/attempt/try-hedged.ts'
import type { Call } from '#server/calls/relay/call/call.ts'
import { knownCount } from '#server/calls/upstream/answers/input-count.ts'
import { relayEndpoint } from '#server/formats/endpoints/endpoints.ts'
import { DEFAULT_RATIOS } from '#server/formats/estimates/families.ts'
import { createCharge } from '#server/money/accounting/create-charge.ts'
import { payersOf } from '#server/money/accounting/wallet.ts'
import type { Money } from '#server/money/money.ts'
import { type CostBook, createCostBook } from '#server/money/prices/cost-book.ts'
import { createPriceBook, type PriceBook } from '#server/money/prices/prices.ts'
import { consumptionText } from '#server/money/receipts/consumption-text.ts'
import { newRequestId } from '#server/platform/http/request-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countCall } from './health.ts'

/** Ids of channels by their names. */
export type Channels = Record<string, number>

export interface Caller {
  user: UserFacts
  token: TokenFacts
}

const DAY_MS = 86_400_000
const CALLS = 900
const MODELS = [
  'gpt-4o-mini',
  'gpt-4o-mini',
  'gpt-4o-mini',
  'gpt-4o',
  'gpt-4.1-mini',
  'o4-mini',
  'text-embedding-3-small',
  'claude-sonnet-4-6',
  'claude-sonnet-4-6',
  'gemini-2.5-flash',
]
const ENDS: EndReason[] = [...Array<EndReason>(30).fill('stop'), 'client_abort', 'upstream_error']

/** A day of calls, charged through the real ledger as if they had just ended. */
export async function seedTraffic(
  services: Platform & Money & Calls,
  callers: Caller[],
  channels: Channels,
): Promise<void> {
  const prices = createPriceBook(services.options)
  const costs = createCostBook(services.options)
  const now = Date.now()
  for (let index = 0; index < CALLS; index++) {
    const age = DAY_MS * (1 - index / CALLS) * (0.97 + Math.random() * 0.03)
    await charge(services, { prices, costs }, pick(callers), channels, now - age)
  }
  await services.accounting.ledger.flush()
}

interface Books {
  prices: PriceBook
  costs: CostBook
}

async function charge(
  services: Platform & Money & Calls,
  { prices, costs }: Books,
  caller: Caller,
  channels: Channels,
  at: number,
) {
  const call = callOf(prices, caller, at)
  const usage = usageOf(call)
  const cost = costOf(call.quote.rates, usage)
  const units = Math.ceil(cost / 1000) + 1
  const wish = { need: units, min: units, overdraft: 0 }
  const limited = caller.token.unlimited ? undefined : caller.token.id
  const held = await services.accounting.wallet.hold(payersOf(caller.user.id, limited), wish)
  if (!('hold' in held)) return
  const seconds = 0.3 + Math.random() ** 3 * 40
  const [first, second] = channelsFor(call.model).map((name) => channels[name] ?? 0)
  const chance = second === undefined ? 1 : Math.random()
  const [isRetried, isHedged] = [chance < 0.15, chance >= 0.15 && chance < 0.2]
  const channel = (isRetried || isHedged ? second : first) ?? 0
  const attempts: AttemptRecord[] = []
  if (isRetried) attempts.push({ channel: first ?? 0, status: 429, ms: 210, error: 'Rate limit reached' })
  if (isHedged) attempts.push(lostAttempt(services, call, first ?? 0, usage, costs, at))
  attempts.push({ channel, status: 200, ms: Math.round(seconds * 120) })
  const reason = call.stream ? pick(ENDS) : 'stop'
  const outcome = {
    quote: call.quote,
    usage,
    source: reason === 'stop' ? ('upstream' as const) : ('estimated' as const),
    reason,
    ...(reason === 'client_abort' ? { abortPolicy: 'cancel' as const } : {}),
    firstByteMs: Math.round(seconds * 150),
    upstreamModel: call.model,
  }
  countCall(services, { call, attempts, outcome, endedAt: at + seconds * 1000 })
  const record = createCharge({
    call,
    stream: call.stream,
    attempts,
    channel,
    outcome,
    paid: held.hold.settle(cost),
    cost: costs.costOf(services.channels.byId(channel)?.buyPrice, call.model, { usage }),
    content: consumptionText(call.quote.price, reason),
    log: true,
    endedAt: at + seconds * 1000,
  })
  await services.accounting.ledger.charge(record)
}

/** The first channel was late and was given up for the second: the vendor may charge the prompt. */
function lostAttempt(
  { channels, accounting }: Platform & Money & Calls,
  call: Call,
  channel: number,
  { input }: Usage,
  costs: CostBook,
  at: number,
): AttemptRecord {
  const usage = { ...NO_USAGE, input }
  const lost = costs.costOf(channels.byId(channel)?.buyPrice, call.model, { usage, isEstimated: true }) ?? 0
  if (lost) bookLostCost(call, channel, lost, at, accounting.ledger)
  return { channel, status: 0, ms: 4200 + Math.round(Math.random() * 6000), lost }
}

function channelsFor(model: string): string[] {
  if (model.startsWith('claude')) return ['claude']
  return model.startsWith('gemini') ? ['gemini'] : ['openai-main', 'openai-backup']
}

function pathFor(model: string): string {
  if (model.startsWith('text-embedding')) return '/v1/embeddings'
  return model.startsWith('claude') ? '/v1/messages' : '/v1/chat/completions'
}

function callOf(prices: PriceBook, { user, token }: Caller, startedAt: number): Call {
  const model = pick(MODELS)
  const endpoint = relayEndpoint(pathFor(model))
  const quote = prices.quote(model, user.group, user.userRatio)
  if (!endpoint || !quote) throw new Error(`the demo cannot price ${model}`)
  return {
    id: newRequestId(startedAt),
    startedAt,
    endpoint,
    user,
    token,
    group: user.group,
    model,
    quote,
    holdRates: undefined,
    stream: endpoint.hasOutput && Math.random() < 0.7,
    isText: endpoint.operation === 'chat',
    usageWanted: false,
    contentType: 'application/json',
    accept: 'application/json',
    forwarded: undefined,
    note: '',
    quoteForImages: undefined,
    pinnedChannel: undefined,
    inputTokens: 0,
    input: knownCount(0),
    ratios: DEFAULT_RATIOS,
    maxTokens: undefined,
    answerCount: 1,
    language: 'zh',
    signal: new AbortController().signal,
  }
}

function usageOf(call: Call): Usage {
  const input = Math.round(50 + Math.random() ** 3 * 9000)
  const cacheRead = call.endpoint.hasOutput && Math.random() < 0.3 ? Math.round(input * 0.6) : 0
  const output = call.endpoint.hasOutput ? Math.round(20 + Math.random() ** 2 * 1200) : 0
  const reasoning = /^o\d/.test(call.model) ? Math.round(output * 0.7) : 0
  return { ...NO_USAGE, input: input - cacheRead, cacheRead, output, reasoning }
}

function pick<T>(list: readonly T[]): T {
  const item = list[Math.floor(Math.random() * list.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
