import { LRUCache } from 'lru-cache'
import { inSlices } from '../../platform/async/in-slices.ts'
import { stepThrough } from '../../platform/async/steps.ts'
import type { Queryable } from '../../platform/store/database.ts'
import type { LogRow } from '../../platform/store/tables.ts'
import type { ReceiptTermsTable } from './shared-terms.ts'
import { type StoredReceipt, wholeReceipt } from './whole-receipt.ts'

/** The fields of a row that may be stored elsewhere. */
interface StoredRow extends StoredReceipt {
  terms_id: number
  content: string
}

/**
 * A row with all of its fields. Presentation code takes only these, because a stored row may hold part of a
 * receipt.
 */
type WholeRow<Row> = Omit<Row, 'terms_id'> & { terms_id?: never }
export type WholeLog = WholeRow<LogRow>

/** More are made whole between calls. */
const ROWS_AT_ONCE = 100

/** Returns rows with the content and the receipt parts that they share with others. */
export async function wholeRows<Row extends StoredRow>(db: Queryable, rows: readonly Row[]): Promise<WholeRow<Row>[]> {
  const terms = await readTerms(db, new Set(rows.map((row) => row.terms_id)))
  const whole = (row: Row) => toWholeRow(row, terms.get(row.terms_id))
  if (rows.length <= ROWS_AT_ONCE) return rows.map(whole)
  const all: WholeRow<Row>[] = []
  await inSlices(stepThrough(rows.length, (index) => all.push(whole(rows[index] as Row))))
  return all
}

function toWholeRow<Row extends StoredRow>(row: Row, terms: ReceiptTermsTable | undefined): WholeRow<Row> {
  const { terms_id, ...own } = row
  if (terms_id === 0) return own
  return { ...own, content: row.content || (terms?.content ?? ''), other: wholeReceipt(row, terms?.receipt ?? '') }
}

/** Terms never change, because their ids are derived from their content. */
const recent = new LRUCache<number, ReceiptTermsTable>({ max: 1000 })

async function readTerms(db: Queryable, ids: ReadonlySet<number>): Promise<Map<number, ReceiptTermsTable>> {
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
