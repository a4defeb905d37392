import { nowInSeconds } from '#server/platform/clock.ts'
import { deliverMessages } from '../../insight/alerts/deliver.ts'
import { evaluateRules } from '../../insight/alerts/evaluate.ts'
import { evaluateOwnBudgets } from '../../insight/alerts/own-budgets.ts'
import { deleteAlertsBefore } from '../../insight/alerts/queries.ts'
import { every, type Job } from './job.ts'

const DAY = 86_400
const KEPT_DAYS = 180

/** Evaluates the rules of alerts that are due, and sends the messages about what has changed. */
export const watchAlerts: Job = {
  name: 'watch-alerts',
  next: every(10),
  async run(services, signal) {
    await evaluateRules(services, nowInSeconds())
    await evaluateOwnBudgets(services, nowInSeconds()).catch((error) =>
      services.log.error({ error: String(error) }, 'budgets of users could not be looked at'),
    )
    await deliverMessages(services, nowInSeconds(), signal)
  },
}

/** Deletes alerts that ended long ago. */
export const deleteOldAlerts: Job = {
  name: 'delete-old-alerts',
  next: every(DAY),
  run: ({ store }) => deleteAlertsBefore(store.db, nowInSeconds() - KEPT_DAYS * DAY),
}
