import type { Generated, Selectable } from 'kysely'

/** A key in the pool of a channel. */
export interface ChannelKeyTable {
  id: Generated<number>
  channel_id: number
  /** Encrypted. */
  key: string
  key_hash: string
  /** What administrators see of the key. */
  mask: string
  /** A `KEY_STATUS`. */
  status: Generated<number>
  /** Why the key was stopped, without secrets; "" = it was not. */
  reason: Generated<string>
  /** When `status` changed. */
  changed_at: Generated<number>
  /** Milliseconds since the epoch until which the key rests; in the past = it does not. */
  cooling_until: Generated<number>
  /** When a stopped key is tested next, and how many tests of it have failed. */
  probe_at: Generated<number>
  probes: Generated<number>
  calls: Generated<number>
  failures: Generated<number>
  last_used_at: Generated<number>
  /** Without secrets. */
  last_error: Generated<string>
  last_error_at: Generated<number>
  /** JSON of Limits; "" = none. */
  limits: Generated<string>
  created_at: Generated<number>
}

export type ChannelKeyRow = Selectable<ChannelKeyTable>

declare module '../../platform/store/tables.ts' {
  interface Tables {
    channel_keys: ChannelKeyTable
  }
}
