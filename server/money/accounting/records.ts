import type { Terms } from '../receipts/shared-terms.ts'
import type { NewTask } from './new-task.ts'

/** The journal's records, one a line. Keys are short, because a line is written for every call. */

/** A call has started. If no other record of it follows, it was interrupted. */
export interface StartRecord {
  t: 'start'
  id: string
  at: number
  user: number
  name: string
  token: number
  tokenName: string
  channel: number
  model: string
  group: string
}

/** A call was charged: everything that its log row and all counters need. */
export interface ChargeRecord {
  t: 'charge'
  id: string
  /** Unix seconds of the end. */
  at: number
  user: number
  name: string
  /** 0 = playground. */
  token: number
  tokenName: string
  /** The token is limited, so its lease pays as well. */
  limited: boolean
  channel: number
  model: string
  /** Quota units. */
  quota: number
  prompt: number
  completion: number
  /** The share of `prompt` that was read from the vendor's cache; lines of earlier versions have none. */
  cached?: number
  /** Seconds. */
  seconds: number
  stream: boolean
  /** False when the operator has disabled consumption logs; counters and roll-ups still count the call. */
  log: boolean
  /** Text of the log row; "" = that of its terms. */
  content: string
  /** The part of the receipt that is shared with other calls; undefined = none. */
  terms?: Terms
  /**
   * The receipt, or its own part, as the JSON text (made by `JSON.stringify`) that goes into the log row; "" =
   * none.
   */
  other: string
  /** Thousandths of the user's balance before and after. */
  carryIn: number
  carryOut: number
  /** What the vendor charges the operator, in thousandths of a unit; absent = unknown, as in lines of earlier versions. */
  cost?: number
  /** Ids of the windows of budgets that it counts in; absent = none. */
  budgets?: readonly number[]
  /**
   * The task that the call created. Its row is written with the charge, so that neither exists without the other.
   */
  task?: NewTask
}

/** A call ended without a charge. */
export interface VoidRecord {
  t: 'void'
  id: string
}

/**
 * An answer cost more than its owner could pay. Stands beside the charge of the part that was paid, if there is
 * one.
 */
export interface UnpaidRecord {
  t: 'unpaid'
  id: string
  /** Unix seconds. */
  at: number
  user: number
  /** Quota units of the whole answer. */
  price: number
  /** Quota units that were not charged. */
  units: number
  /** What the vendor charges for an answer without a charge; absent = unknown, or in the charge. */
  bought?: BoughtAnswer
}

/** What a withheld answer costs the operator, and where it is counted. */
export interface BoughtAnswer {
  /** Thousandths of a unit. */
  cost: number
  name: string
  /** 0 = playground. */
  token: number
  channel: number
  model: string
}

/** The records that the settler writes into the database. */
export type SettledRecord = ChargeRecord | UnpaidRecord

export type JournalRecord = StartRecord | SettledRecord | VoidRecord

/** Terms that later charges of the same segment name. */
export interface TermsRecord extends Terms {
  t: 'terms'
}

/** The records that a line can hold. */
export type JournalLine = JournalRecord | TermsRecord
export const LINE_KINDS: ReadonlySet<string> = new Set<JournalLine['t']>(['start', 'charge', 'unpaid', 'void', 'terms'])

/** A position in a node's journal: everything before it is settled. */
export interface Position {
  segment: number
  offset: number
}

/** A record with the position behind it. */
export interface Entry<Kind extends JournalRecord = JournalRecord> {
  record: Kind
  next: Position
}

export const isCharge = (entry: Entry): entry is Entry<ChargeRecord> => entry.record.t === 'charge'

export const isSettled = (entry: Entry): entry is Entry<SettledRecord> =>
  entry.record.t === 'charge' || entry.record.t === 'unpaid'

export const chargesIn = (records: readonly SettledRecord[]): ChargeRecord[] =>
  records.filter((record) => record.t === 'charge')

export const unpaidIn = (records: readonly SettledRecord[]): UnpaidRecord[] =>
  records.filter((record) => record.t === 'unpaid')

export const isBefore = (a: Position, b: Position) =>
  a.segment < b.segment || (a.segment === b.segment && a.offset < b.offset)
