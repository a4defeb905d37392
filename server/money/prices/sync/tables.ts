import type { Generated } from 'kysely'
import type { SyncKind, SyncOutcome } from '#contract/prices/sync/price-changes.ts'

/** A reading of price lists (`check`), or a step that changed prices by one (`apply`). */
export interface PriceSyncTable {
  id: Generated<number>
  kind: SyncKind
  created_at: number
  /** 0 = the schedule. */
  actor_id: Generated<number>
  actor_name: Generated<string>
  outcome: SyncOutcome
  /** JSON: the lists and how each was read. */
  sources: Generated<string>
  /** JSON: numbers of models by what was found of them. */
  counts: Generated<string>
  /** JSON: the changes, with the prices to store. Emptied in checks that a newer one has replaced. */
  changes: Generated<string>
  /** Unix seconds; 0 = not undone. */
  undone_at: Generated<number>
}

/** How many models each list had when it was last used. */
export interface PriceListTable {
  address: string
  models: number
  read_at: number
}

declare module '../../../platform/store/tables.ts' {
  interface Tables {
    price_syncs: PriceSyncTable
    price_lists: PriceListTable
  }
}
