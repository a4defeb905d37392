import type { Generated, Selectable } from 'kysely'

/** Tables of imports from other programs. */

/** The row here that a row of another program became. */
export interface ImportOriginTable {
  /** Identifies the database that the row came from. */
  source: string
  kind: string
  source_id: string
  /** The id here; of a position, the last id there that was read. */
  target_id: number
  /** What the source said when it was last read, as far as a later run needs it. */
  state: Generated<string>
  /** Quota units and calls of imported log rows that were counted for it. */
  used: Generated<number>
  calls: Generated<number>
}

export interface ImportRunTable {
  id: Generated<number>
  started_at: number
  /** 0 = it runs, or its node died. */
  ended_at: Generated<number>
  actor_id: Generated<number>
  actor_name: Generated<string>
  /** Without the password. */
  address: Generated<string>
  dry_run: Generated<number>
  /** `done` or `failed`; "" = not ended. */
  outcome: Generated<string>
  error: Generated<string>
  /** JSON of an ImportReport. */
  report: Generated<string>
}
export type ImportRunRow = Selectable<ImportRunTable>

declare module '../../platform/store/tables.ts' {
  interface Tables {
    import_origins: ImportOriginTable
    import_runs: ImportRunTable
  }
}
