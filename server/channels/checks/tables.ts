import type { Generated, Selectable } from 'kysely'

/** A test of a channel; about 20 are kept for each channel. */
export interface ChannelTestTable {
  id: Generated<number>
  channel_id: number
  tested_at: number
  /** Milliseconds. */
  response_time: number
  model: string
  /** JSON of an ApiError's code and parameters, without host names; "" = the channel answered. */
  error: string
}

export type ChannelTestRow = Selectable<ChannelTestTable>

declare module '../../platform/store/tables.ts' {
  interface Tables {
    channel_tests: ChannelTestTable
  }
}
