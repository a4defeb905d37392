import type { Language } from '#contract/errors.ts'
import type { OptionValues } from '#contract/options.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { writeLog } from '../logs/write.ts'
import { quotaText } from '../money/quota-text.ts'
import type { Queryable } from '../store/database.ts'
import { findInviter } from './queries.ts'

/** Somebody who registers. */
export interface NewUser {
  username: string
  displayName: string
  /** The hash; "" = the account has no password. */
  password: string
  email: string
  affCode: string | undefined
  /** What the browser asks for; absent = not known. */
  language?: Language | undefined
}

type GiftOptions = Readonly<
  Pick<
    OptionValues,
    'QuotaForNewUser' | 'QuotaForInvitee' | 'QuotaForInviter' | 'QuotaPerUnit' | 'DisplayInCurrencyEnabled'
  >
>

/**
 * Adds an ordinary user with the gifts for new users and, where the invite code is somebody's, for both sides. Needs an
 * open transaction, so that everything is counted once or not at all. Answers the id, or undefined if the name is taken.
 */
export async function addUser(trx: Queryable, options: GiftOptions, user: NewUser): Promise<number | undefined> {
  const inviter = user.affCode ? await findInviter(trx, user.affCode) : undefined
  const gifts = [
    { quota: options.QuotaForNewUser, reason: '新用户注册赠送' },
    { quota: inviter ? options.QuotaForInvitee : 0, reason: '使用邀请码赠送' },
  ].filter(({ quota }) => quota > 0)
  const row = await trx
    .insertInto('users')
    .values({
      username: user.username,
      display_name: user.displayName,
      password: user.password,
      email: user.email,
      quota: gifts.reduce((sum, { quota }) => sum + quota, 0),
      inviter_id: inviter?.id ?? 0,
      language: user.language ?? '',
      created_time: Math.floor(Date.now() / 1000),
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined
  const invitee = { id: row.id, username: user.username }
  for (const { quota, reason } of gifts) {
    const content = `${reason} ${quotaText(quota, options)}`
    await writeLog(trx, { type: LOG_TYPE.system, user: invitee, content, quota })
  }
  if (inviter) await rewardInviter(trx, options, inviter)
  return row.id
}

/** Counts an invite. The earnings are no balance yet, so the log row moves none. */
async function rewardInviter(trx: Queryable, options: GiftOptions, inviter: { id: number; username: string }) {
  const reward = options.QuotaForInviter
  await trx
    .updateTable('users')
    .set((where) => ({
      aff_count: where('aff_count', '+', 1),
      aff_quota: where('aff_quota', '+', reward),
      aff_history: where('aff_history', '+', reward),
    }))
    .where('id', '=', inviter.id)
    .execute()
  if (reward === 0) return
  const content = `邀请用户赠送 ${quotaText(reward, options)}`
  await writeLog(trx, { type: LOG_TYPE.system, user: inviter, content })
}
