import type { ChannelRow } from '../platform/store/tables.ts'

/** The fields of a channel that decide where its key is sent. `other` is a region in some addresses, an account in others. */
const DESTINATION = ['type', 'base_url', 'other'] as const

/** Whether a field decides where the key of a channel is sent. */
export const isDestination = (field: string): boolean => (DESTINATION as readonly string[]).includes(field)

/** Whether the key of a channel goes elsewhere after a change. */
export const sendsElsewhere = (
  before: Pick<ChannelRow, (typeof DESTINATION)[number]>,
  after: Pick<ChannelRow, (typeof DESTINATION)[number]>,
): boolean => DESTINATION.some((field) => before[field] !== after[field])
