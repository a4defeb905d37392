import i18next from 'i18next'
import { MAX_BATCH, type StatusOutcome } from '#contract/api/batch.ts'
import { confirm, type Question } from '../../overlay/confirm.tsx'
import { toast } from '../../toast/toast.tsx'
import { abbreviateNames } from './abbreviate-names.ts'

interface Named {
  id: number
  name: string
}

/** Sets one status on many rows of a list. */
export interface Switching<Row extends Named, Outcome extends StatusOutcome> {
  rows: readonly Row[]
  status: number
  /** Sends the change; `dryRun` = only previews it. */
  send: (ids: number[], status: number, dryRun: boolean) => Promise<Outcome>
  /** The confirmation, with what changes and the consequences. */
  question: (preview: Outcome) => Question
  words: { done: (count: number) => string; restored: (count: number) => string; unchanged: string }
  /** Shows a new status in the list, without a request. */
  show: (id: number, status: number) => void
  /** Reloads the list. */
  refresh: () => void
  /** Runs a function and reports its error. */
  attempt: (run: () => Promise<unknown>) => void
}

/**
 * Confirms with a preview, changes all rows in one call, and offers undo of exactly the changed rows. Resolves with
 * the processed rows; refused ones are listed in a message and not included. Rejects when the server does not
 * respond.
 */
async function switchMany<Row extends Named, Outcome extends StatusOutcome>(
  act: Switching<Row, Outcome>,
): Promise<readonly Row[]> {
  const { rows, status, send, words } = act
  if (isTooMany(rows)) return []
  const ids = rows.map(({ id }) => id)
  const preview = await send(ids, status, true)
  if (preview.changed.length === 0) {
    if (preview.refused.length === 0) toast.info(words.unchanged)
    tellRefused(rows, preview)
    return []
  }
  if (!(await confirm(act.question(preview)))) return []
  const outcome = await send(ids, status, false)
  for (const { id } of outcome.changed) act.show(id, status)
  act.refresh()
  const undo = { label: i18next.t('action.undo'), run: () => act.attempt(() => takeBack(act, outcome)) }
  if (outcome.changed.length > 0) toast.success(words.done(outcome.changed.length), { action: undo })
  tellRefused(rows, outcome)
  const refused = new Set(outcome.refused.map(({ id }) => id))
  return rows.filter(({ id }) => !refused.has(id))
}

/** Restores the previous status of every changed row, with one call per distinct status. */
async function takeBack<Row extends Named, Outcome extends StatusOutcome>(
  { rows, send, show, refresh, words }: Switching<Row, Outcome>,
  { changed }: StatusOutcome,
): Promise<void> {
  let restored = 0
  try {
    for (const status of new Set(changed.map(({ former }) => former))) {
      const ids = changed.flatMap(({ id, former }) => (former === status ? [id] : []))
      const outcome = await send(ids, status, false)
      for (const { id } of outcome.changed) show(id, status)
      restored += outcome.changed.length
      tellRefused(rows, outcome)
    }
  } finally {
    refresh()
    if (restored > 0) toast.success(words.restored(restored))
  }
}

/** Whether there are more rows than one call takes; shows a message then. */
export function isTooMany(rows: readonly unknown[]): boolean {
  if (rows.length <= MAX_BATCH) return false
  toast.error(i18next.t('table:select.tooMany', { max: MAX_BATCH }))
  return true
}

/** Lists the unchanged rows with one message per reason. */
export function tellRefused(rows: readonly Named[], outcome: Pick<StatusOutcome, 'refused'>) {
  for (const text of refusals(rows, outcome)) toast.error(text)
}

/** One sentence per reason for which rows stay unchanged. */
export function refusals(rows: readonly Named[], { refused }: Pick<StatusOutcome, 'refused'>): string[] {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const reasons = Map.groupBy(refused, ({ message }) => message)
  return [...reasons].map(([message, those]) =>
    i18next.t('table:select.refused', {
      count: those.length,
      names: abbreviateNames(those.map(({ id }) => names.get(id) ?? String(id))),
      message,
    }),
  )
}

/** Deleting more than this number requires typing the count. */
export const TYPE_FROM = 20

/** Deletion of rows of a list. */
interface Removal<Row extends { id: number; name: string }> {
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
async function removeMany<Row extends { id: number; name: string }>(act: Removal<Row>): Promise<readonly Row[]> {
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

/** Joins sentences into lines of one text; false ones are skipped. */
export const sentences = (...given: readonly (string | false)[]) => given.filter(Boolean).join('\n')

/** The lists whose catalogue words changes of many rows: `bulk`, `delete` and `toast`. */
export type List = 'channels' | 'tokens' | 'redemption'

/** Enables or disables rows of a list. */
export interface Turning<Row extends Named, Outcome extends StatusOutcome>
  extends Omit<Switching<Row, Outcome>, 'question' | 'words'> {
  list: List
  on: boolean
  /** Consequences beyond the usual ones. */
  notes?: (preview: Outcome) => readonly (string | false)[]
  danger?: (preview: Outcome) => boolean
}

/** Enables or disables many rows of a list after a confirmation that names them, as `switchMany` does. */
export function turnMany<Row extends Named, Outcome extends StatusOutcome>(act: Turning<Row, Outcome>) {
  const { list, on, rows } = act
  const verb = on ? 'enable' : 'disable'
  return switchMany<Row, Outcome>({
    ...act,
    question(preview) {
      const { changed, refused } = preview
      const count = changed.length
      const ids = new Set(changed.map(({ id }) => id))
      const names = abbreviateNames(rows.filter(({ id }) => ids.has(id)).map(({ name }) => name))
      const others = rows.length - count - refused.length
      const description = sentences(
        i18next.t(`${list}:bulk.${verb}.what`, { names }),
        ...(act.notes?.(preview) ?? []),
        others > 0 && i18next.t(`${list}:bulk.${verb}.others`, { count: others }),
        ...refusals(rows, preview),
      )
      const title = i18next.t(`${list}:bulk.${verb}.title`, { count })
      const action = i18next.t(`${list}:bulk.${verb}.action`, { count })
      return { title, description, action, danger: act.danger?.(preview) ?? false }
    },
    words: {
      done: (count) => i18next.t(`${list}:bulk.${on ? 'enabled' : 'disabled'}`, { count }),
      restored: (count) => i18next.t(`${list}:bulk.restored`, { count }),
      unchanged: i18next.t(`${list}:bulk.${verb}.unchanged`),
    },
  })
}

/** Deletes rows of a list after a confirmation that names them, as `removeMany` does. */
export function deleteMany<Row extends Named>(list: List, act: Omit<Removal<Row>, 'question' | 'done'>) {
  const count = act.rows.length
  const names = abbreviateNames(act.rows.map(({ name }) => name))
  const one = {
    title: i18next.t(`${list}:delete.title`),
    description: i18next.t(`${list}:delete.description`, { name: names }),
    action: i18next.t(`${list}:delete.action`),
  }
  const many = {
    title: i18next.t(`${list}:delete.titleMany`, { count }),
    description: i18next.t(`${list}:delete.descriptionMany`, { count, names }),
    action: i18next.t(`${list}:delete.actionMany`, { count }),
  }
  return removeMany<Row>({
    ...act,
    question: count === 1 ? one : many,
    done: {
      one: (name) => i18next.t(`${list}:toast.deleted`, { name }),
      many: (count) => i18next.t(`${list}:bulk.deleted`, { count }),
    },
  })
}
