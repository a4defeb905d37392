import type { Insertable, Transaction } from 'kysely'
import type { Tables } from '../../platform/store/tables.ts'
import type { ChargeRecord } from './records.ts'
import type { MidjourneyTable, TaskTable } from './task-tables.ts'

/** Columns that follow from the charge. */
type FromCharge =
  | 'user_id'
  | 'channel_id'
  | 'quota'
  | 'token_id'
  | 'token_limited'
  | 'model_name'
  | 'charged_at'
  | 'cost'

/** A task that a platform has accepted. It travels with its charge through the journal into its table. */
export type NewTask =
  | { table: 'midjourneys'; row: Omit<Insertable<MidjourneyTable>, FromCharge> }
  | { table: 'tasks'; row: Omit<Insertable<TaskTable>, FromCharge> }

/** Writes the tasks of some charges. Call it in the transaction that settles them. */
export async function insertTasks(trx: Transaction<Tables>, charges: readonly ChargeRecord[]): Promise<void> {
  for (const charge of charges) {
    const { task } = charge
    if (!task) continue
    const paid = paidBy(charge)
    if (task.table === 'midjourneys')
      await trx
        .insertInto('midjourneys')
        .values({ ...task.row, ...paid })
        .execute()
    else
      await trx
        .insertInto('tasks')
        .values({ ...task.row, ...paid })
        .execute()
  }
}

function paidBy(charge: ChargeRecord) {
  return {
    user_id: charge.user,
    channel_id: charge.channel,
    quota: charge.quota,
    token_id: charge.token,
    token_limited: charge.limited ? 1 : 0,
    model_name: charge.model,
    charged_at: charge.at,
    cost: charge.cost ?? null,
  }
}
