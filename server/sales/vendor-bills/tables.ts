import type { Generated } from 'kysely'

/** A comparison of a vendor's bill with costs; `summary` and `rows` are JSON of a BillReport. */
export interface BillReportTable {
  id: Generated<number>
  created_at: number
  created_by: string
  summary: string
  rows: string
}

declare module '../../platform/store/tables.ts' {
  interface Tables {
    bill_reports: BillReportTable
  }
}
