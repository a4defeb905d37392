import type { OptionValues } from '#contract/options.ts'
import type { Engine, Store } from '../../platform/store/database.ts'
import type { Vault } from '../../platform/store/vault.ts'
import type { PriceChoice } from './mapping/prices.ts'
import type { Tally } from './report.ts'
import type { Schema, SourceReader } from './source/reader.ts'
import type { Recognised } from './source/recognise.ts'

/** What all steps of an import share. */
export interface ImportContext extends Recognised {
  store: Pick<Store, 'db' | 'noteWrites' | 'engine' | 'withoutTimeout'>
  engine: Engine
  vault: Vault
  /** Identifies the database that is read. */
  source: string
  reader: SourceReader
  schema: Schema
  logs: { reader: SourceReader; schema: Schema }
  /** Reads everything and writes nothing. */
  dry: boolean
  prices: PriceChoice
  /** Deletes here what was imported before and has been deleted there since. */
  followDeletions?: boolean | undefined
  tally: Tally
  ids: TargetIds
  /** What the options there say, for amounts. */
  units: Pick<OptionValues, 'QuotaPerUnit' | 'DisplayInCurrencyEnabled'>
  /** Rows of the log in a transaction. */
  logPage?: number | undefined
  /** Whether a server serves calls meanwhile. */
  isServing?: boolean | undefined
  /** Unix seconds. */
  now: number
  /** Throws when the import is to end; called between transactions. */
  checkpoint(): Promise<void>
}

/** The ids here, by those of the source. */
export interface TargetIds {
  users: Map<number, number>
  /** The names of users here, by their ids in the source. */
  names: Map<number, string>
  tokens: Map<number, { id: number; owner: number }>
  channels: Map<number, number>
  /** Ids of codes in the source. */
  codes: Set<number>
  /** Tokens by their owner and name, for log rows that name them only so. */
  tokensByName: Map<string, number>
  /** The super administrator of the source was read. */
  rootSeen: boolean
}

export const createTargetIds = (): TargetIds => ({
  users: new Map(),
  names: new Map(),
  tokens: new Map(),
  channels: new Map(),
  codes: new Set(),
  tokensByName: new Map(),
  rootSeen: false,
})

export const nameKey = (owner: number, name: string) => `${owner} ${name}`
