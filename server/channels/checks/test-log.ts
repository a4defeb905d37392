import { TEST_TOKEN_NAME } from '#contract/api/logs.ts'
import { type Price, ratesOf, type Usage } from '#contract/prices/price.ts'
import { ROLE } from '#contract/roles.ts'
import { upstreamModel } from '../../calls/upstream/upstream-model.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { type ChargeInput, createCharge } from '../../money/accounting/create-charge.ts'
import type { SettledCharge } from '../../money/accounting/hold.ts'
import { payersOf } from '../../money/accounting/wallet.ts'
import type { Money } from '../../money/money.ts'
import { createCostBook } from '../../money/prices/cost-book.ts'
import { createPriceBook } from '../../money/prices/prices.ts'
import type { Quote } from '../../money/prices/quote.ts'
import { newRequestId } from '../../platform/http/request-id.ts'
import type { Platform } from '../../platform/platform.ts'

interface LoggedTest {
  channel: Channel
  /** The model as requested. */
  model: string
  /** Milliseconds since the epoch. */
  startedAt: number
  usage: Usage
  streamed: boolean
}

/**
 * Logs a test as a call of the first super administrator. It is free: the receipt has the model's price and the
 * group ratio 0, so that it can be recomputed and that rows, counters and balances still add up.
 */
export async function logTest(services: Platform & Money, test: LoggedTest): Promise<void> {
  const { store, accounting } = services
  const root = await store.db
    .selectFrom('users')
    .select(['id', 'username', 'group'])
    .where('role', '=', ROLE.root)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  if (!root) return
  const held = await accounting.wallet.hold(payersOf(root.id), { need: 0, min: 0, overdraft: 0 })
  if (!('hold' in held)) throw new Error(held.refused)
  const paid = held.hold.settle(0)
  try {
    await accounting.ledger.charge(createCharge(toCharge(services, root, test, paid)))
  } catch (error) {
    held.hold.takeBack()
    throw error
  }
}

function toCharge(
  { options }: Platform,
  { id: userId, username, group }: { id: number; username: string; group: string },
  { channel, model, startedAt, usage, streamed }: LoggedTest,
  paid: SettledCharge,
): ChargeInput {
  const endedAt = Date.now()
  const ms = endedAt - startedAt
  return {
    call: {
      id: newRequestId(),
      startedAt,
      user: { id: userId, username },
      token: { id: 0, name: TEST_TOKEN_NAME, unlimited: true },
      group,
      model,
    },
    stream: streamed,
    attempts: [{ channel: channel.id, status: 200, ms }],
    channel: channel.id,
    outcome: {
      quote: freeQuote(options, model, group),
      usage,
      source: Object.values(usage).some((count) => count !== 0) ? 'upstream' : 'estimated',
      reason: 'stop',
      firstByteMs: ms,
      upstreamModel: upstreamModel(channel, model),
    },
    paid,
    cost: createCostBook(options).costOf(channel.buyPrice, upstreamModel(channel, model), { usage, tier: usage.tier }),
    content: TEST_TOKEN_NAME,
    log: options.values.LogConsumeEnabled,
    endedAt,
  }
}

/** Returns the price of a model with the group ratio 0. */
function freeQuote(options: Platform['options'], model: string, group: string): Quote {
  const quote = createPriceBook(options).quote(model, group)
  const price = { ...(quote?.price ?? unpriced(options.values.QuotaPerUnit)), groupRatio: 0 }
  return { price, rates: ratesOf(price), group, version: quote?.version ?? '', free: true }
}

const unpriced = (quotaPerUnit: number): Price => ({
  modelPrice: null,
  modelRatio: 0,
  ratios: {
    output: 1,
    cacheRead: 1,
    cacheWrite5m: 1,
    cacheWrite1h: 1,
    audioInput: 1,
    audioOutput: 1,
    imageInput: 1,
    imageOutput: 1,
  },
  groupRatio: 0,
  quotaPerUnit,
})
