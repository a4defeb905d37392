import { every, type Job } from './job.ts'

/** Recomputes the sums that must always agree; the report is shown on the watchdog's page and in the metrics. */
export const checkBooks: Job = {
  name: 'check-books',
  next: every(3600),
  async run({ watchdog, log }, signal) {
    const { checks, differences } = await watchdog.patrol(signal)
    const wrong = checks.filter((check) => check.wrong > 0)
    if (wrong.length > 0) log.error({ wrong, examples: differences.slice(0, 10) }, 'the books do not agree')
  },
}
