import { nowInSeconds } from '#server/platform/clock.ts'
import { quotaFigure } from '../../money/receipts/quota-text.ts'
import { type Notice, tellUser } from '../../people/notices/tell-user.ts'
import { canSendMail, isRefusedForGood, sendMail } from '../../platform/mail/send.ts'
import { publicAddress } from '../../platform/options/server-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { every, type Job } from './job.ts'
import { clearRecovered, type LowBalanceUser, listUnreminded, markReminded } from './low-balances.ts'

const BATCH = 100
const USED_UP = { zh: '你的额度已用尽', en: 'Your quota is used up' }

/**
 * Tells users whose balance has fallen below QuotaRemindThreshold since it was last seen above: once, until it has
 * been above again, by mail and through their own sinks. Without a mail server only those with sinks are marked, so
 * that the mails are sent when there is one.
 */
export const remindLowBalance: Job = {
  name: 'remind-low-balance',
  next: every(60),
  async run(services, signal) {
    const { db } = services.store
    // A rule of this API family: a balance that is used up is reported even if the threshold is 0.
    const threshold = Math.max(services.options.values.QuotaRemindThreshold, 1)
    await clearRecovered(db, threshold)
    while (!signal.aborted) {
      const users = await listUnreminded(db, { threshold, limit: BATCH, canMail: canSendMail(services) })
      for (const user of users) {
        if (signal.aborted || !(await remind(services, user))) return
      }
      if (users.length < BATCH) return
    }
  },
}

/**
 * Marks before sending: after a crash one mail too few is better than one too many. false = the mail server is
 * unreachable.
 */
async function remind(services: Platform, user: LowBalanceUser): Promise<boolean> {
  const { db } = services.store
  const notice = lowBalanceNotice(user.balance, services.options.values)
  const now = nowInSeconds()
  if (!user.email || !canSendMail(services)) {
    await db.transaction().execute(async (trx) => {
      if (await markReminded(trx, user.id, true)) await tellUser(trx, user.id, notice, now)
    })
    return true
  }
  if (!(await markReminded(db, user.id, true))) return true
  try {
    await sendMail(services, {
      to: user.email,
      template: user.balance > 0 ? 'quota_low' : 'quota_used_up',
      language: user.language || 'zh',
      data: {
        quota: quotaFigure(user.balance, services.options.values),
        link: `${publicAddress(services)}/topup`,
      },
    })
  } catch (error) {
    if (!isRefusedForGood(error)) {
      await markReminded(db, user.id, false)
      return false
    }
  }
  await tellUser(db, user.id, notice, now)
  return true
}

function lowBalanceNotice(balance: number, values: Platform['options']['values']): Notice {
  const left = quotaFigure(balance, values)
  const title = balance > 0 ? { zh: '你的额度即将用尽', en: 'Your quota is running low' } : USED_UP
  const text = { zh: `${title.zh}，当前剩余额度为 ${left}`, en: `${title.en}: ${left} left` }
  return { kind: 'low_balance', title, text }
}
