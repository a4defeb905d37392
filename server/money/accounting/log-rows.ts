import { LOG_TYPE } from '#contract/statuses.ts'
import { createBulkInserter } from '../../platform/store/bulk.ts'
import type { Values } from '../../platform/store/statement.ts'
import type { Terms } from '../receipts/shared-terms.ts'
import type { FailedCount } from '../rollups/rollup.ts'
import type { ChargeRecord, StartRecord } from './records.ts'

/** Inserts rows that `chargeRow` and `interruptedRow` create. */
export const insertLogRows = createBulkInserter('logs', [
  'user_id',
  'username',
  'token_id',
  'token_name',
  'channel_id',
  'model_name',
  'created_at',
  'type',
  'content',
  'quota',
  'prompt_tokens',
  'completion_tokens',
  'use_time',
  'is_stream',
  'other',
  'request_id',
  'terms_id',
  'cost',
])

/** Inserts rows that `termsRows` creates. */
export const insertTerms = createBulkInserter(
  'receipt_terms',
  ['id', 'content', 'receipt'],
  'on conflict (id) do nothing',
)

/** Rows of the terms that the charges name, sorted so that two nodes cannot deadlock. */
export function termsRows(charges: readonly ChargeRecord[]): Values[] {
  const named = new Map<number, Terms>()
  for (const { terms } of charges) if (terms && terms.receipt !== '') named.set(terms.id, terms)
  const inOrder = [...named.values()].sort((one, other) => one.id - other.id)
  return inOrder.map(({ id, content, receipt }) => [id, content, receipt])
}

/**
 * Removes NUL: PostgreSQL refuses it in text, and one refused row would hold up the settling of all that follow.
 */
export const withoutNul = (text: string) => text.replaceAll('\0', '')

/** The log row of a charge, in the order of the columns. */
export function chargeRow(charge: ChargeRecord): Values {
  return [
    charge.user,
    charge.name,
    charge.token,
    charge.tokenName,
    charge.channel,
    charge.model,
    charge.at,
    LOG_TYPE.consume,
    withoutNul(charge.content),
    charge.quota,
    charge.prompt,
    charge.completion,
    charge.seconds,
    charge.stream ? 1 : 0,
    charge.other,
    charge.id,
    charge.terms?.id ?? 0,
    charge.cost ?? null,
  ]
}

/** The log row of a call that a stop interrupted. */
export function interruptedRow(start: StartRecord): Values {
  return [
    start.user,
    start.name,
    start.token,
    start.tokenName,
    start.channel,
    start.model,
    start.at,
    LOG_TYPE.system,
    '请求因服务中断而未完成，未计费 / interrupted by a restart, not charged',
    0,
    0,
    0,
    0,
    0,
    JSON.stringify({ end_reason: 'interrupted', request_id: start.id, group: start.group }),
    start.id,
    0,
    null,
  ]
}

/** The call's entry in the roll-ups: it had a channel and a model. */
export function interruptedCount(start: StartRecord): FailedCount {
  return {
    created_at: start.at,
    user_id: start.user,
    username: start.name,
    model_name: start.model,
    token_id: start.token,
    channel_id: start.channel,
    failed_count: 1,
  }
}
