import { TEST_TOKEN_NAME } from '#contract/api/logs.ts'
import { completionTokens, promptTokens, type Usage } from '#contract/price.ts'
import type { Receipt } from '#contract/receipt.ts'
import { ROLE } from '#contract/roles.ts'
import { newRequestId } from '../../http/request-id.ts'
import { payersOf } from '../../money/wallet.ts'
import { createPriceBook } from '../../prices/prices.ts'
import type { Channel } from '../../registry/channels.ts'
import type { Services } from '../../services.ts'
import { upstreamModel } from './test-request.ts'

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
export async function logTest(services: Services, test: LoggedTest): Promise<void> {
  const { store, accounting, options } = services
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
  const id = newRequestId()
  const now = Date.now()
  try {
    await accounting.ledger.charge({
      t: 'charge',
      id,
      at: Math.floor(now / 1000),
      user: root.id,
      name: root.username,
      token: 0,
      tokenName: TEST_TOKEN_NAME,
      limited: false,
      channel: test.channel.id,
      model: test.model,
      quota: paid.charge,
      prompt: promptTokens(test.usage),
      completion: completionTokens(test.usage),
      seconds: Math.round((now - test.startedAt) / 1000),
      stream: test.streamed,
      log: options.values.LogConsumeEnabled,
      content: TEST_TOKEN_NAME,
      other: JSON.stringify(
        createTestReceipt(services, test, { ...paid, id, group: root.group, ms: now - test.startedAt }),
      ),
      carryIn: paid.carryIn,
      carryOut: paid.carryOut,
    })
  } catch (error) {
    held.hold.takeBack()
    throw error
  }
}

function createTestReceipt(
  { options }: Services,
  { channel, model, usage }: LoggedTest,
  { id, group, ms, carryIn, carryOut }: { id: string; group: string; ms: number; carryIn: number; carryOut: number },
): Receipt {
  const quote = createPriceBook(options).quote(model, group)
  const asked = upstreamModel(channel, model)
  const counts = Object.entries(usage).filter(([, count]) => count !== 0)
  return {
    model_ratio: quote?.price.modelRatio ?? 0,
    completion_ratio: quote?.price.ratios.output ?? 1,
    group_ratio: 0,
    model_price: quote?.price.modelPrice ?? -1,
    frt: ms,
    usage: Object.fromEntries(counts) as Partial<Usage>,
    usage_source: counts.length > 0 ? 'upstream' : 'estimated',
    end_reason: 'stop',
    price_version: quote?.version ?? '',
    quota_per_unit: options.values.QuotaPerUnit,
    carry_in: carryIn,
    carry_out: carryOut,
    request_id: id,
    group,
    ...(asked === model ? {} : { upstream_model: asked }),
    admin_info: { use_channel: [String(channel.id)], attempts: [{ channel: channel.id, status: 200, ms }] },
  }
}
