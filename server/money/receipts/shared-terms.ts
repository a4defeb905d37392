import { createHash } from 'node:crypto'

/**
 * The terms that receipts of one price share. They are stored once, in the table `receipt_terms` and once in each
 * segment of the journal; charges and log rows name them. The id is derived from the content, so nodes need not
 * coordinate.
 */
export interface Terms {
  /** 48 bits, never 0. */
  id: number
  /** Default content of log rows. */
  content: string
  /**
   * Default members of a receipt, as JSON. "" = not available: a reader that starts in the middle of a journal
   * finds it in the database.
   */
  receipt: string
}

const ID_BYTES = 6

/** Creates terms with the id of their content. */
export function createTerms(content: string, receipt: string): Terms {
  const hash = createHash('sha256')
    .update(JSON.stringify([content, receipt]))
    .digest()
  return { id: hash.readUIntBE(0, ID_BYTES) || 1, content, receipt }
}

/** Terms of which only the id is known. */
export const termsById = (id: number): Terms => ({ id, content: '', receipt: '' })

/** The terms that receipts of one price share (`receipts/shared-terms.ts`). */
export interface ReceiptTermsTable {
  id: number
  content: string
  receipt: string
}

declare module '../../platform/store/tables.ts' {
  interface Tables {
    receipt_terms: ReceiptTermsTable
  }
}
