import type { DisplayOptions } from '#contract/currency/display-currency.ts'
import type { Language } from '#contract/errors.ts'
import type { OptionValues } from '#contract/options.ts'
import { MAX_QUOTA } from '#contract/quota.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import type { Words } from '#contract/words.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { fittingCredit } from '../../money/accounting/credit.ts'
import { quotaText } from '../../money/receipts/quota-text.ts'
import { writeLog } from '../../money/receipts/write-log.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { findInviter, isUsernameTaken } from './queries.ts'

/** A user who registers. */
export interface NewUser {
  username: string
  displayName: string
  /** The hash; "" = the account has no password. */
  password: string
  email: string
  affCode: string | undefined
  /** The browser's language; absent = unknown. */
  language?: Language | undefined
}

type GiftOptions = Readonly<
  DisplayOptions & Pick<OptionValues, 'QuotaForNewUser' | 'QuotaForInvitee' | 'QuotaForInviter'>
>

/**
 * Adds an ordinary user with the gifts for new users and, if the invite code has an owner, for both sides. A gift
 * that would exceed MAX_QUOTA is reduced, and its log row states that. Needs an open transaction, so that
 * everything is counted once or not at all. Returns the id, or undefined if the name is taken.
 */
export async function addUser(trx: Queryable, options: GiftOptions, user: NewUser): Promise<number | undefined> {
  if (await isUsernameTaken(trx, user.username)) return undefined
  const inviter = user.affCode ? await findInviter(trx, user.affCode) : undefined
  const welcome = fittingCredit(0, options.QuotaForNewUser)
  const invited = inviter ? options.QuotaForInvitee : 0
  const gifts = [
    { given: welcome, meant: options.QuotaForNewUser, reason: { zh: '新用户注册赠送', en: 'Registration bonus:' } },
    {
      given: fittingCredit(welcome, invited),
      meant: invited,
      reason: { zh: '使用邀请码赠送', en: 'Invite code bonus:' },
    },
  ].filter(({ meant }) => meant > 0)
  const row = await trx
    .insertInto('users')
    .values({
      username: user.username,
      display_name: user.displayName,
      password: user.password,
      email: user.email,
      quota: gifts.reduce((sum, { given }) => sum + given, 0),
      inviter_id: inviter?.id ?? 0,
      language: user.language ?? '',
      created_time: nowInSeconds(),
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined
  const invitee = { id: row.id, username: user.username }
  for (const { given, meant, reason } of gifts) {
    const content = giftText(reason, given, meant, options)
    await writeLog(trx, { type: LOG_TYPE.system, user: invitee, content, quota: given })
  }
  if (inviter) await rewardInviter(trx, options, inviter)
  return row.id
}

/**
 * Counts an invite. Earnings are not part of the balance yet, so the log row has no quota. Lifetime earnings are
 * limited to MAX_QUOTA as a balance is.
 */
async function rewardInviter(trx: Queryable, options: GiftOptions, inviter: { id: number; username: string }) {
  // Counting locks the row, so that simultaneous invites see each other's additions.
  const earned = await trx
    .updateTable('users')
    .set((where) => ({ aff_count: where('aff_count', '+', 1) }))
    .where('id', '=', inviter.id)
    .returning(['aff_quota', 'aff_history'])
    .executeTakeFirst()
  const intended = options.QuotaForInviter
  if (!earned || intended === 0) return
  const given = fittingCredit(Math.max(earned.aff_quota, earned.aff_history), intended)
  await trx
    .updateTable('users')
    .set((where) => ({ aff_quota: where('aff_quota', '+', given), aff_history: where('aff_history', '+', given) }))
    .where('id', '=', inviter.id)
    .execute()
  const content = giftText({ zh: '邀请用户赠送', en: 'Invite reward:' }, given, intended, options)
  await writeLog(trx, { type: LOG_TYPE.system, user: inviter, content })
}

function giftText(reason: Words, given: number, meant: number, options: GiftOptions): Words {
  const got = quotaText(given, options)
  const text = { zh: `${reason.zh} ${got.zh}`, en: `${reason.en} ${got.en}` }
  if (given === meant) return text
  const [wanted, maximum] = [quotaText(meant, options), quotaText(MAX_QUOTA, options)]
  return {
    zh: `${text.zh}（原为 ${wanted.zh}，超出上限 ${maximum.zh} 的部分不赠送）`,
    en: `${text.en} (instead of ${wanted.en}, capped at ${maximum.en})`,
  }
}
