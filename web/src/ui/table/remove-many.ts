import { confirm, type Question } from '../confirm.tsx'
import { toast } from '../toast.tsx'
import { isTooMany } from './switch-many.ts'

/** Deleting more than this asks for the count to be typed. */
const TYPE_FROM = 20

/** The deletion of rows of a list. */
export interface Removal<Row extends { name: string }> {
  rows: readonly Row[]
  /** Title, description and button of the question. */
  question: Pick<Question, 'title' | 'description' | 'action'>
  /** Deletes them in one step; answers how many there were. */
  send: () => Promise<number>
  refresh: () => void
  done: { one: (name: string) => string; many: (count: number) => string }
}

/** Deletes rows together, after asking. Resolves with them, or with none when that was declined. */
export async function removeMany<Row extends { name: string }>(act: Removal<Row>): Promise<readonly Row[]> {
  const { rows, question, done } = act
  const [first] = rows
  const typeToConfirm = rows.length > TYPE_FROM ? String(rows.length) : undefined
  if (!first || isTooMany(rows) || !(await confirm({ ...question, danger: true, typeToConfirm }))) return []
  const count = await act.send()
  act.refresh()
  toast.success(rows.length === 1 ? done.one(first.name) : done.many(count))
  return rows
}
