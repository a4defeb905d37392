import { deliverMessages } from '../../insight/alerts/deliver.ts'
import { evaluateRules } from '../../insight/alerts/evaluate.ts'
import { evaluateOwnBudgets } from '../../insight/alerts/own-budgets.ts'
import { deleteAlertsBefore } from '../../insight/alerts/queries.ts'
import { every, type Job } from './job.ts'

const DAY = 86_400
const KEPT_DAYS = 180
const seconds = () => Math.floor(Date.now() / 1000)

/** Evaluates the rules of alerts that are due, and sends the messages about what has changed. */
export const watchAlerts: Job = {
  name: 'watch-alerts',
  next: every(10),
  async run(services, signal) {
    await evaluateRules(services, seconds())
    await evaluateOwnBudgets(services, seconds()).catch((error) =>
      services.log.error({ error: String(error) }, 'budgets of users could not be looked at'),
    )
    await deliverMessages(services, seconds(), signal)
  },
}

/** Deletes alerts that ended long ago. */
export const deleteOldAlerts: Job = {
  name: 'delete-old-alerts',
  next: every(DAY),
  run: ({ store }) => deleteAlertsBefore(store.db, seconds() - KEPT_DAYS * DAY),
}
