import type { AttemptRecord, Receipt } from '#contract/receipt.ts'

/** A try at a channel: its id, the status, the milliseconds, and what went wrong. */
export type Try = [channel: number, status: number, ms: number, error?: string]

/** What a receipt says beyond its terms. What stands elsewhere in the row, or follows from the tries, is left out. */
export type OwnPart = Omit<Partial<Receipt>, 'request_id' | 'admin_info'> & { tries: Try[] }

/** How a try is written in a receipt's own part. */
export function tryOf({ channel, status, ms, error }: AttemptRecord): Try {
  return error === undefined ? [channel, status, ms] : [channel, status, ms, error]
}

/** A row as far as its receipt is concerned. */
export interface KeptReceipt {
  request_id: string
  /** The own part as JSON. */
  other: string
}

/**
 * The Receipt of a row, as JSON: `terms` are those that it names, as JSON, "" where they are not known. What no program
 * has written, but a hand, stays as it is.
 */
export function wholeReceipt({ other, request_id }: KeptReceipt, terms: string): string {
  const own = ownPartIn(other)
  if (!own) return other
  const { tries, ...members } = own
  const attempts = tries.map(([channel, status, ms, error]): AttemptRecord => {
    return { channel, status, ms, ...(error !== undefined && { error }) }
  })
  const shared = terms === '' ? {} : (JSON.parse(terms) as Partial<Receipt>)
  const admin_info = { use_channel: tries.map(([channel]) => String(channel)), attempts }
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
