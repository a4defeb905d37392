import type { DisplayOptions } from '#contract/currency/display-currency.ts'
import { LOG_TYPE, TOKEN_STATUS } from '#contract/statuses.ts'
import type { Words } from '#contract/words.ts'
import { quotaText } from '../../money/receipts/quota-text.ts'
import { writeLog } from '../../money/receipts/write-log.ts'
import { hourOf } from '../../money/rollups/hours.ts'
import type { Queryable } from '../../platform/store/database.ts'

/** A charged task that has failed. */
export interface FailedTask {
  user_id: number
  token_id: number
  token_limited: number
  channel_id: number
  model_name: string
  /** Unix seconds. */
  charged_at: number
  quota: number
  /** null = what the vendor charges for it is unknown. */
  cost: number | null
  /** The task's name in the log row. */
  label: Words
}

/**
 * Refunds the charge of a failed task: to the wallet, to the token if that paid as well, and off the counters of
 * user, token and channel. Call it in the transaction that ends the task, and publish user and token after it. Rows
 * are locked in the same order as in the settler.
 */
export async function refundTask(trx: Queryable, task: FailedTask, values: Readonly<DisplayOptions>): Promise<void> {
  const { quota } = task
  const owner = await trx.selectFrom('users').select('id').where('id', '=', task.user_id).executeTakeFirst()
  // A permanently deleted user has no wallet, and no sums that could differ.
  if (!owner) return
  await addRefundToRollup(trx, task)
  const user = await trx
    .updateTable('users')
    .set((set) => ({ quota: set('quota', '+', quota), used_quota: set('used_quota', '-', quota) }))
    .where('id', '=', task.user_id)
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow()
  if (task.token_id !== 0) await refundToken(trx, task)
  await trx
    .updateTable('channels')
    .set((set) => ({ used_quota: set('used_quota', '-', quota) }))
    .where('id', '=', task.channel_id)
    .execute()
  const back = quotaText(quota, values)
  await writeLog(trx, {
    type: LOG_TYPE.system,
    user,
    content: { zh: `${task.label.zh}，补偿 ${back.zh}`, en: `${task.label.en}, ${back.en} refunded` },
    quota,
  })
}

/** Enables a token again that was exhausted; a manually disabled one stays disabled. */
async function refundToken(trx: Queryable, { token_id, token_limited, quota }: FailedTask): Promise<void> {
  await trx
    .updateTable('tokens')
    .set((set) => ({ used_quota: set('used_quota', '-', quota) }))
    .where('id', '=', token_id)
    .execute()
  if (!token_limited) return
  await trx
    .updateTable('tokens')
    .set((set) => ({ remain_quota: set('remain_quota', '+', quota) }))
    .where('id', '=', token_id)
    .execute()
  await trx
    .updateTable('tokens')
    .set({ status: TOKEN_STATUS.enabled })
    .where('id', '=', token_id)
    .where('status', '=', TOKEN_STATUS.exhausted)
    .where('remain_quota', '>', 0)
    .execute()
}

/** Charges stay in the roll-ups, as their log rows do; refunds are stored beside them. */
async function addRefundToRollup(trx: Queryable, task: FailedTask): Promise<void> {
  await trx
    .insertInto('quota_data')
    .values({
      created_at: hourOf(task.charged_at),
      user_id: task.user_id,
      username: '',
      model_name: task.model_name,
      token_id: task.token_id,
      channel_id: task.channel_id,
      token_used: 0,
      count: 0,
      quota: 0,
      refunded: task.quota,
      costed_refunded: task.cost === null ? 0 : task.quota,
    })
    .onConflict((conflict) =>
      conflict.columns(['created_at', 'user_id', 'model_name', 'token_id', 'channel_id']).doUpdateSet((set) => ({
        refunded: set('quota_data.refunded', '+', set.ref('excluded.refunded')),
        costed_refunded: set('quota_data.costed_refunded', '+', set.ref('excluded.costed_refunded')),
      })),
    )
    .execute()
}
