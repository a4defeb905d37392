import type { ConfigurationChange, ConfigurationPlan } from '#contract/api/configuration.ts'
import { printable } from './output.ts'

const SIGNS = { add: '+', change: '~', remove: '-' } as const
/** Longer values are cut: the plan is for reading. */
const MAX_VALUE = 120

/** The changes of a plan, one a line, and how many there are. */
export function planText({ changes, kept }: Pick<ConfigurationPlan, 'changes' | 'kept'>): string {
  const notes = kept.map(({ path, name }) => `  ${name} is not set: ${path.join('.')} stays as it is`)
  if (changes.length === 0) return ['No changes.', ...notes].map(printable).join('\n')
  const count = (kind: ConfigurationChange['kind']) => changes.filter((change) => change.kind === kind).length
  const sum = `${changes.length} changes: ${count('add')} to add, ${count('change')} to change, ${count('remove')} to remove.`
  return [...changes.map(changeText), ...notes, '', sum].map(printable).join('\n')
}

/** What has come, gone or become other between two plans. */
export function movedText(former: readonly ConfigurationChange[], now: readonly ConfigurationChange[]): string {
  const keyOf = ({ path }: ConfigurationChange) => JSON.stringify(path)
  const before = new Map(former.map((change) => [keyOf(change), change]))
  const after = new Map(now.map((change) => [keyOf(change), change]))
  const gone = former.filter((change) => !after.has(keyOf(change)))
  const others = now.filter((change) => !Bun.deepEquals(before.get(keyOf(change)), change))
  return [
    ...gone.map((change) => `  ${change.path.join('.')}: is no change any more`),
    ...others.map((change) => {
      const planned = before.get(keyOf(change))
      return `${changeText(change)}${planned ? `  (planned: ${valuesText(planned)})` : '  (was not planned)'}`
    }),
  ]
    .map(printable)
    .join('\n')
}

const changeText = (change: ConfigurationChange) =>
  `${SIGNS[change.kind]} ${change.path.join('.')}: ${valuesText(change)}`

function valuesText({ kind, before, after, secret }: ConfigurationChange): string {
  if (secret)
    return kind === 'remove' ? '(secret) is removed' : kind === 'add' ? '(secret) is set' : '(secret) is another'
  if (kind === 'add') return shown(after)
  return kind === 'remove' ? shown(before) : `${shown(before)} → ${shown(after)}`
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}
