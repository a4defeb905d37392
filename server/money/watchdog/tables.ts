/** The last report of each node about the books, as JSON. */
export interface WatchdogReportTable {
  node_id: string
  started_at: number
  report: string
}

declare module '../../platform/store/tables.ts' {
  interface Tables {
    watchdog_reports: WatchdogReportTable
  }
}
