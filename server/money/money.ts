import type { Accounting } from './accounting/accounting.ts'
import type { Watchdog } from './watchdog/watchdog.ts'

/** What keeps the books: holds, leases, the journal and its settling; and the check that the sums agree. */
export interface Money {
  accounting: Accounting
  watchdog: Watchdog
}
