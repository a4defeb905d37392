import type { Generated, Selectable } from 'kysely'

export interface IncidentTable {
  id: string
  created_at: number
  /** 0 = not yet. */
  resolved_at: Generated<number>
  title: string
  body: string
  /** A JSON list of names; [] = all models. */
  models: string
}

export type IncidentRow = Selectable<IncidentTable>

declare module '../../../platform/store/tables.ts' {
  interface Tables {
    incidents: IncidentTable
  }
}
