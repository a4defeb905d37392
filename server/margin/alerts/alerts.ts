import { LOG_TYPE } from '#contract/statuses.ts'
import { notifyRoot } from '../../channels/notify-root.ts'
import { publicAddress } from '../../options/server-address.ts'
import { quotaText } from '../../receipts/quota-text.ts'
import { writeLog } from '../../receipts/write-log.ts'
import type { Services } from '../../services.ts'
import { deleteAlert, findLosses, type Loss, listAlerts, storeAlert } from './queries.ts'

const DAY = 86_400
const now = () => Math.floor(Date.now() / 1000)

/**
 * Compares the last day of each channel and model with the alerts that are open. What has lost more than `least`
 * quota units opens an alert, what has not closes it: each with one log row, and one mail for all that opened.
 */
export async function checkMargins(services: Services, least: number): Promise<void> {
  const losses = await findLosses(services.store.reads, now() - DAY, least)
  const opened: Loss[] = []
  for (const loss of losses) if (await openAlert(services, loss)) opened.push(loss)
  await closeOthers(services, losses)
  if (opened.length === 0) return
  const { values } = services.options
  const lines = opened.map((loss) => `${nameOf(loss)}: ${quotaText(loss.cost - loss.quota, values).en}`)
  await notifyRoot(services, 'margin_negative', { losses: lines, link: `${publicAddress(services)}/margin` })
}

/** Closes all alerts without a word: nobody wants them any more. */
export async function forgetAlerts({ store }: Pick<Services, 'store'>): Promise<void> {
  await store.db.deleteFrom('margin_alerts').execute()
}

/** Opens an alert with its log row, or updates its numbers. Returns whether it was opened. */
async function openAlert({ store, options }: Services, loss: Loss): Promise<boolean> {
  return store.db.transaction().execute(async (trx) => {
    if (!(await storeAlert(trx, loss, now()))) return false
    const lost = quotaText(loss.cost - loss.quota, options.values)
    await writeLog(trx, {
      type: LOG_TYPE.system,
      content: {
        zh: `毛利为负：${nameOf(loss)} 近 24 小时亏损 ${lost.zh}`,
        en: `Negative margin: ${nameOf(loss)} lost ${lost.en} within 24 hours`,
      },
    })
    return true
  })
}

async function closeOthers({ store }: Services, losses: readonly Loss[]): Promise<void> {
  const losing = new Set(losses.map(keyOf))
  for (const alert of await listAlerts(store.db)) {
    if (losing.has(keyOf(alert))) continue
    await store.db.transaction().execute(async (trx) => {
      if (!(await deleteAlert(trx, alert))) return
      await writeLog(trx, {
        type: LOG_TYPE.system,
        content: {
          zh: `毛利已恢复：${nameOf(alert)}`,
          en: `The margin of ${nameOf(alert)} is no longer negative`,
        },
      })
    })
  }
}

const keyOf = ({ channel_id, model_name }: Pick<Loss, 'channel_id' | 'model_name'>) => `${channel_id} ${model_name}`
const nameOf = ({ channel_id, channel_name, model_name }: Pick<Loss, 'channel_id' | 'channel_name' | 'model_name'>) =>
  `${channel_name || '—'} (#${channel_id}) · ${model_name}`
