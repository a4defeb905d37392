import { LRUCache } from 'lru-cache'
import type { Queryable } from '../store/database.ts'
import type { LogRow, ReceiptTermsTable } from '../store/tables.ts'
import { type KeptReceipt, wholeReceipt } from './whole-receipt.ts'

/** What of a row may be kept elsewhere. */
interface KeptRow extends KeptReceipt {
  terms_id: number
  content: string
}

/** A row that says everything itself. What shows rows takes only these: one as it is kept may be half a receipt. */
type Whole<Row> = Omit<Row, 'terms_id'> & { terms_id?: never }
export type WholeLog = Whole<LogRow>

/** Rows with the content and the receipt that they share with others. */
export async function wholeRows<Row extends KeptRow>(db: Queryable, rows: readonly Row[]): Promise<Whole<Row>[]> {
  const terms = await termsNamed(db, new Set(rows.map((row) => row.terms_id)))
  return rows.map((row) => whole(row, terms.get(row.terms_id)))
}

function whole<Row extends KeptRow>(row: Row, terms: ReceiptTermsTable | undefined): Whole<Row> {
  const { terms_id, ...own } = row
  if (terms_id === 0) return own
  return { ...own, content: row.content || (terms?.content ?? ''), other: wholeReceipt(row, terms?.receipt ?? '') }
}

/** Terms never change: their ids follow from what they say. */
const recent = new LRUCache<number, ReceiptTermsTable>({ max: 1000 })

async function termsNamed(db: Queryable, ids: ReadonlySet<number>): Promise<Map<number, ReceiptTermsTable>> {
  const found = new Map<number, ReceiptTermsTable>()
  const unknown: number[] = []
  for (const id of ids) {
    const known = recent.get(id)
    if (known) found.set(id, known)
    else if (id !== 0) unknown.push(id)
  }
  if (unknown.length === 0) return found
  for (const row of await db.selectFrom('receipt_terms').selectAll().where('id', 'in', unknown).execute()) {
    recent.set(row.id, row)
    found.set(row.id, row)
  }
  return found
}
