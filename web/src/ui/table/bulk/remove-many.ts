import type { StatusOutcome } from '#contract/api/batch.ts'
import { confirm, type Question } from '../../overlay/confirm.tsx'
import { toast } from '../../toast/toast.tsx'
import { isTooMany, tellRefused } from './switch-many.ts'

/** Deleting more than this number requires typing the count. */
export const TYPE_FROM = 20

/** Deletion of rows of a list. */
export interface Removal<Row extends { id: number; name: string }> {
  rows: readonly Row[]
  /** Title, description and button of the confirmation. */
  question: Pick<Question, 'title' | 'description' | 'action'>
  /** Deletes all rows in one call and returns their number, or one by one and returns the refused ones. */
  send: () => Promise<number | Pick<StatusOutcome, 'refused'>>
  refresh: () => void
  done: { one: (name: string) => string; many: (count: number) => string }
}

/**
 * Deletes rows after confirmation. Resolves with the deleted ones, or with none when cancelled; refused ones are
 * listed in a message.
 */
export async function removeMany<Row extends { id: number; name: string }>(act: Removal<Row>): Promise<readonly Row[]> {
  const { rows, question, done } = act
  const [first] = rows
  const typeToConfirm = rows.length > TYPE_FROM ? String(rows.length) : undefined
  if (!first || isTooMany(rows) || !(await confirm({ ...question, danger: true, typeToConfirm }))) return []
  const sent = await act.send()
  act.refresh()
  const refused = typeof sent === 'number' ? [] : sent.refused
  tellRefused(rows, { refused })
  const gone = rows.filter(({ id }) => !refused.some((each) => each.id === id))
  if (rows.length === 1 && gone.length === 1) toast.success(done.one(first.name))
  else if (gone.length > 0) toast.success(done.many(typeof sent === 'number' ? sent : gone.length))
  return gone
}
