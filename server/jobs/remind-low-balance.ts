import { canSendMail, isRefusedForGood, sendMail } from '../mail/send.ts'
import { publicAddress } from '../options/server-address.ts'
import { quotaFigure } from '../receipts/quota-text.ts'
import type { Services } from '../services.ts'
import { every, type Job } from './job.ts'
import { clearRecovered, type LowBalanceUser, listUnreminded, markReminded } from './low-balances.ts'

const BATCH = 100

/**
 * Mails users whose balance has fallen below QuotaRemindThreshold since it was last seen above: once, until it has
 * been above again. Without a mail server nothing is marked, so that the mails are sent when there is one.
 */
export const remindLowBalance: Job = {
  name: 'remind-low-balance',
  next: every(60),
  async run(services, signal) {
    const { db } = services.store
    // A rule of this API family: a balance that is used up is reported even if the threshold is 0.
    const threshold = Math.max(services.options.values.QuotaRemindThreshold, 1)
    await clearRecovered(db, threshold)
    while (canSendMail(services) && !signal.aborted) {
      const users = await listUnreminded(db, threshold, BATCH)
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
async function remind(services: Services, user: LowBalanceUser): Promise<boolean> {
  const { db } = services.store
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
    return true
  } catch (error) {
    const isFinal = isRefusedForGood(error)
    if (!isFinal) await markReminded(db, user.id, false)
    return isFinal
  }
}
