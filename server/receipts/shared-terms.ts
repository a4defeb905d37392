import { createHash } from 'node:crypto'

/**
 * What the receipts of one price agree in. It is kept once, in the table `receipt_terms` and once in each segment of the
 * journal; charges and log rows name it. The id follows from what it says, so that nodes need not agree on one.
 */
export interface Terms {
  /** 48 bits, never 0. */
  id: number
  /** What rows say that have nothing else to say. */
  content: string
  /**
   * Members that a receipt has unless it says otherwise, as JSON. "" = not at hand: whoever reads a journal from the
   * middle finds it in the database.
   */
  receipt: string
}

const ID_BYTES = 6

/** Names what receipts agree in. */
export function makeTerms(content: string, receipt: string): Terms {
  const hash = createHash('sha256')
    .update(JSON.stringify([content, receipt]))
    .digest()
  return { id: hash.readUIntBE(0, ID_BYTES) || 1, content, receipt }
}

/** Terms of which only the name is known. */
export const namedTerms = (id: number): Terms => ({ id, content: '', receipt: '' })
