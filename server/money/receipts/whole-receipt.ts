import type { AttemptRecord, Receipt } from '#contract/receipt.ts'

/** An attempt on a channel: its id, the status, the milliseconds, the error, the id of its key, and what it cost in vain. */
export type AttemptTuple = [
  channel: number,
  status: number,
  ms: number,
  error?: string | null,
  key?: number | null,
  lost?: number,
]

/**
 * The part of a receipt that is not in its terms. Values that are elsewhere in the row, or follow from the
 * attempts, are left out.
 */
export type OwnPart = Omit<Partial<Receipt>, 'request_id' | 'admin_info'> & {
  tries: AttemptTuple[]
  /** The channels that were to be tried, where there were several. */
  order?: readonly number[] | undefined
}

/** Converts an attempt to its form in a receipt's own part. */
export function toAttemptTuple({ channel, key, status, ms, error, lost }: AttemptRecord): AttemptTuple {
  if (lost !== undefined) return [channel, status, ms, error ?? null, key ?? null, lost]
  if (key !== undefined) return [channel, status, ms, error ?? null, key]
  return error === undefined ? [channel, status, ms] : [channel, status, ms, error]
}

/** The fields of a row that its receipt consists of. */
export interface StoredReceipt {
  request_id: string
  /** The own part as JSON. */
  other: string
}

/**
 * Returns the Receipt of a row, as JSON: `terms` are those that it names, as JSON, "" if unknown. Text in another
 * format, such as a manual edit, is returned unchanged.
 */
export function wholeReceipt({ other, request_id }: StoredReceipt, terms: string): string {
  const own = ownPartIn(other)
  if (!own) return other
  const { tries, order, ...members } = own
  const attempts = tries.map(([channel, status, ms, error, key, lost]): AttemptRecord => {
    const own = { channel, ...(typeof key === 'number' && { key }), status, ms }
    return { ...own, ...(typeof error === 'string' && { error }), ...(lost !== undefined && { lost }) }
  })
  const shared = terms === '' ? {} : (JSON.parse(terms) as Partial<Receipt>)
  const admin_info = { use_channel: tries.map(([channel]) => String(channel)), attempts, ...(order && { order }) }
  return JSON.stringify({ ...shared, ...members, request_id, admin_info })
}

function ownPartIn(other: string): OwnPart | undefined {
  try {
    const own = JSON.parse(other) as Partial<OwnPart> | null
    return Array.isArray(own?.tries) ? (own as OwnPart) : undefined
  } catch {
    return undefined
  }
}
