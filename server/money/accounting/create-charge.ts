import { completionTokens, promptTokens } from '#contract/prices/price.ts'
import type { AttemptRecord } from '#contract/receipt.ts'
import type { ChargeOutcome } from '../receipts/charge-outcome.ts'
import { createReceipt } from '../receipts/create-receipt.ts'
import type { SettledCharge } from './hold.ts'
import type { NewTask } from './new-task.ts'
import type { ChargeRecord, StartRecord } from './records.ts'

/** The facts of a call that its records in the journal use. */
export interface ChargedCall {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly user: { readonly id: number; readonly username: string }
  /** undefined = playground. */
  readonly token: { readonly id: number; readonly name: string; readonly unlimited: boolean } | undefined
  readonly group: string
  readonly model: string
  /** The model that the caller asked for, where another one served it. */
  readonly requestedModel?: string | undefined
}

/** What a charge is made from. */
export interface ChargeInput {
  readonly call: ChargedCall
  readonly stream: boolean
  readonly attempts: readonly AttemptRecord[]
  /** The channels that were to be tried, in their order, where there were several. */
  readonly order?: readonly number[] | undefined
  /** The id of the channel that served the call. */
  readonly channel: number
  readonly outcome: ChargeOutcome
  readonly paid: SettledCharge
  /** What the vendor charges, in thousandths of a unit; undefined = unknown. */
  readonly cost: number | undefined
  /** Text of the log row. */
  readonly content: string
  /** False when the operator has disabled consumption logs. */
  readonly log: boolean
  /** Milliseconds since the epoch. */
  readonly endedAt: number
  readonly task?: NewTask
}

/** Returns the token name under which playground calls are logged. */
export const playgroundName = (group: string) => `playground-${group}`

/** Creates the journal's record of a started call. */
export function createStart(call: ChargedCall, attempts: readonly AttemptRecord[]): StartRecord {
  return {
    t: 'start',
    id: call.id,
    at: Math.floor(call.startedAt / 1000),
    user: call.user.id,
    name: call.user.username,
    token: call.token?.id ?? 0,
    tokenName: call.token?.name ?? playgroundName(call.group),
    channel: attempts[0]?.channel ?? 0,
    model: call.model,
    group: call.group,
  }
}

/** Creates the journal's record of a charge, with its receipt. */
export function createCharge(input: ChargeInput): ChargeRecord {
  const { call, stream, attempts, order, channel, outcome, paid, cost, content, log, endedAt, task } = input
  const { terms, other } = createReceipt(
    { model: call.model, requestedModel: call.requestedModel, attempts, order },
    outcome,
    paid,
  )
  const record: ChargeRecord = {
    t: 'charge',
    id: call.id,
    at: Math.floor(endedAt / 1000),
    user: call.user.id,
    name: call.user.username,
    token: call.token?.id ?? 0,
    tokenName: call.token?.name ?? playgroundName(call.group),
    limited: call.token !== undefined && !call.token.unlimited,
    channel,
    model: call.model,
    quota: paid.charge,
    prompt: promptTokens(outcome.usage),
    completion: completionTokens(outcome.usage),
    cached: outcome.usage.cacheRead,
    seconds: Math.round((endedAt - call.startedAt) / 1000),
    stream,
    log,
    content: content === terms.content ? '' : content,
    terms,
    other,
    carryIn: paid.carryIn,
    carryOut: paid.carryOut,
  }
  if (paid.budgets) record.budgets = paid.budgets
  if (cost !== undefined) record.cost = cost
  if (task) record.task = task
  return record
}
