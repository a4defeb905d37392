import { costOf, NO_USAGE } from '#contract/prices/price.ts'
import type { AttemptRecord } from '#contract/receipt.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { type ChargedCall, createCharge, createStart } from '../../../money/accounting/create-charge.ts'
import type { Hold } from '../../../money/accounting/hold.ts'
import type { NewTask } from '../../../money/accounting/new-task.ts'
import type { StartedCall } from '../../../money/accounting/started-calls.ts'
import type { Quote } from '../../../money/prices/quote.ts'
import { decimals, payerText } from '../../../money/receipts/consumption-text.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { CallBudgets } from '../../limits/budget-windows.ts'
import type { Caller } from '../admit/admit.ts'
import { countInLimits } from '../admit/count-in-limits.ts'
import { reserveUnits } from '../charge/hold-cost.ts'
import type { RelayDeps } from '../deps/deps.ts'

/** A task that a caller requests. */
export interface TaskRequest {
  /** The request's id. */
  id: string
  /** Milliseconds since the epoch. */
  startedAt: number
  caller: Caller
  /** The model name under which channels offer it and it is priced. */
  model: string
  action: string
}

/** A task request with its price. */
export interface TaskOrder extends StartedCall, TaskRequest {
  id: string
  group: string
  quote: Quote
  /** Filled as channels are tried. */
  attempts: AttemptRecord[]
}

/** An order that a platform has accepted. */
export interface AcceptedTask {
  channel: Channel
  task: NewTask
  /** Appended to the text of the log row. */
  note: string
}

/** How long a caller waits until the task is in the table, where every node finds it. */
const MAX_VISIBLE_WAIT_MS = 2000

/**
 * Holds the price, submits the task, and charges it once if it was accepted; any other result or error of `submit`
 * costs nothing. The charge and the task's row are one record of the journal, written before the caller gets a
 * response. A disconnecting caller does not abort a submission: whether it was accepted would be unknown.
 */
export async function submitAndCharge<Refused>(
  order: TaskOrder,
  deps: RelayDeps,
  submit: () => Promise<{ accepted: AcceptedTask } | { refused: Refused }>,
): Promise<Refused | undefined> {
  const { caller, model } = order
  const { admission, budgets } = await countInLimits({ ...caller, model }, () => 0, deps.services)
  try {
    return await chargeTask(order, budgets, deps, submit)
  } finally {
    // An order that was refused before it was sent counts nowhere.
    if (order.attempts.length === 0) admission.undo()
    else admission.end(0)
  }
}

async function chargeTask<Refused>(
  order: TaskOrder,
  budgets: CallBudgets,
  deps: RelayDeps,
  submit: () => Promise<{ accepted: AcceptedTask } | { refused: Refused }>,
): Promise<Refused | undefined> {
  const { ledger } = deps.accounting
  const cost = costOf(order.quote.rates, NO_USAGE)
  const hold = await holdPrice(order, Math.ceil(cost / 1000), budgets, deps)
  try {
    ledger.begin(order, startRecord)
    const outcome = await submit()
    if ('refused' in outcome) {
      abandonOrder(order, hold, deps)
      return outcome.refused
    }
    const visible = ledger.whenSettled(order.id, MAX_VISIBLE_WAIT_MS)
    await ledger.charge(chargeRecord(order, outcome.accepted, hold, cost, deps), order, hold)
    await visible
    return undefined
  } catch (error) {
    abandonOrder(order, hold, deps)
    throw error
  }
}

async function holdPrice(order: TaskOrder, need: number, budgets: CallBudgets, deps: RelayDeps) {
  try {
    return await reserveUnits(order.caller, need, budgets, deps)
  } catch (error) {
    const { token } = order.caller
    if (error instanceof ApiError && error.code === 'insufficient_token_quota' && token) {
      deps.markToken(token.id, 'exhausted')
    }
    throw error
  }
}

/** Ends an order without a charge. */
function abandonOrder(order: TaskOrder, hold: Hold, deps: RelayDeps): void {
  if (hold.ended) return
  hold.release()
  deps.accounting.ledger.abandon(order)
}

const chargedCall = ({ id, startedAt, caller: { user, token }, group, model }: TaskOrder): ChargedCall => ({
  id,
  startedAt,
  user,
  token,
  group,
  model,
})

const startRecord = (order: TaskOrder) => createStart(chargedCall(order), order.attempts)

function chargeRecord(
  order: TaskOrder,
  { channel, task, note }: AcceptedTask,
  hold: Hold,
  cost: number,
  { services, costs }: RelayDeps,
) {
  const endedAt = Date.now()
  return createCharge({
    call: chargedCall(order),
    stream: false,
    attempts: order.attempts,
    channel: channel.id,
    outcome: {
      quote: order.quote,
      usage: NO_USAGE,
      source: 'upstream',
      reason: 'stop',
      firstByteMs: endedAt - order.startedAt,
      upstreamModel: order.model,
    },
    paid: hold.settle(cost),
    cost: costs.costOf(channel.buyPrice, order.model, { usage: NO_USAGE }),
    content: orderText(order) + note,
    log: services.options.values.LogConsumeEnabled,
    endedAt,
    task,
  })
}

/** The wording of this API family. */
function orderText({ quote: { price }, action }: TaskOrder): string {
  return `模型固定价格 ${decimals(price.modelPrice ?? 0)}，${payerText(price)}，操作 ${action}`
}
