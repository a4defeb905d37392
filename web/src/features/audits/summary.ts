import { DASH } from '#web/lib/format.ts'
import type { AuditRow } from './audit-list.ts'
import type { Change } from './difference.ts'
import type { Wording } from './use-wording.ts'

/** Maximum length of a value in the summary; the details show it whole. */
const MOST = 60

/**
 * Summarises an audit row in one line: the name of the created or deleted object, otherwise the changed
 * fields.
 */
export function summaryOf({ changes, target_kind, before, after }: AuditRow, words: Wording): string {
  if (before === '' || after === '') return nameIn(changes) ?? parts(changes, target_kind, words)
  return parts(changes, target_kind, words)
}

function parts(changes: readonly Change[], kind: string, words: Wording): string {
  return changes.map((change) => `${labelOf(change, words)}${valuesOf(change, kind, words)}`).join(' · ')
}

/** A change of the whole value has no label. */
const labelOf = ({ path }: Change, words: Wording) => (path.length > 0 ? `${words.field(path)} ` : '')

function valuesOf(change: Change, kind: string, words: Wording): string {
  if (change.kind === 'list') {
    return cut([...change.removed.map((item) => `-${item}`), ...change.added.map((item) => `+${item}`)].join(' '))
  }
  const word = (value: unknown) => cut(words.value(kind, change.path, value, true) ?? DASH)
  if (change.before === undefined) return word(change.after)
  return change.after === undefined ? word(change.before) : `${word(change.before)} → ${word(change.after)}`
}

const cut = (text: string) => (text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text)

function nameIn(changes: readonly Change[]): string | undefined {
  for (const name of ['name', 'username']) {
    const change = changes.find(({ path }) => path.length === 1 && path[0] === name)
    const value = change?.kind === 'value' ? (change.after ?? change.before) : undefined
    if (typeof value === 'string') return value
  }
  return undefined
}
