import { checkMargins, forgetAlerts } from '../margin/alerts/alerts.ts'
import { every, type Job } from './job.ts'

/** Tells of channels and models that cost more than they brought in over the last day. */
export const watchMargins: Job = {
  name: 'watch-margins',
  next: every(3600),
  async run(services) {
    const { MarginAlertsEnabled, MarginAlertLoss } = services.options.values
    if (MarginAlertsEnabled) await checkMargins(services, MarginAlertLoss)
    else await forgetAlerts(services)
  },
}
