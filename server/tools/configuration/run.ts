import type { Transaction } from 'kysely'
import type { ConfigurationChange, ConfigurationPlan } from '#contract/api/configuration.ts'
import { type ErrorCode, type ErrorParameters, errorText, isErrorCode, type Language } from '#contract/errors.ts'
import type { Calls } from '../../calls/calls.ts'
import type { Money } from '../../money/money.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tables } from '../../platform/store/tables.ts'

export type Path = readonly (string | number)[]

/** A change with a mark of the secrets that it is about, which stays on the server. */
type RecordedChange = ConfigurationChange & { digest?: string }

/** A document on its way into the database, in one transaction: what it changes, and what is wrong with it. */
export interface Run {
  trx: Transaction<Tables>
  services: Platform & Money & Calls
  language: Language
  /** What the document does not have is removed. */
  prune: boolean
  changes: RecordedChange[]
  problems: { path: (string | number)[]; message: string }[]
  kept: ConfigurationPlan['kept']
  /** Channels of which keys have changed. */
  keysOf: Set<number>
  /** What is written once all is found right, and not at all for a plan. */
  writes: (() => Promise<void>)[]
}

export function addProblem(run: Run, path: Path, code: ErrorCode, parameters: ErrorParameters = {}): void {
  run.problems.push({ path: [...path], message: errorText(code, run.language, parameters) })
}

/** Does something for a place of the document; what the rules of the console refuse there becomes a problem of the place. */
export async function attempt(run: Run, path: Path, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const fields = Object.entries(error.fields ?? {})
    if (fields.length === 0) run.problems.push({ path: [...path], message: error.text(run.language) })
    for (const [field, code] of fields) {
      const isSame = code === error.code || !isErrorCode(code)
      const message = isSame ? error.text(run.language) : errorText(code, run.language, error.parameters)
      run.problems.push({ path: [...path, FIELD_NAMES[field] ?? field], message })
    }
  }
}

/** Fields of a channel that have another name in documents. */
const FIELD_NAMES: Record<string, string> = { group: 'groups', status: 'enabled', auto_ban: 'auto_disable' }

/** Records the fields that differ, and returns their names. */
export function recordDifferences(
  run: Run,
  path: readonly string[],
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.filter((name) => recordChange(run, [...path, name], before[name], after[name]))
}

/** Records a change of a value, undefined = there is none; returns whether it is one. */
export function recordChange(run: Run, path: string[], before: unknown, after: unknown): boolean {
  if (Bun.deepEquals(before, after)) return false
  const kind = before === undefined ? 'add' : after === undefined ? 'remove' : 'change'
  run.changes.push({
    path,
    kind,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  })
  return true
}

/** Records that a secret changes, without saying it; "" = there is none. */
export function recordSecret(run: Run, path: string[], before: string, after: string): boolean {
  if (before === after) return false
  const kind = before === '' ? 'add' : after === '' ? 'remove' : 'change'
  const digest = run.services.vault.hash(JSON.stringify([before, after]))
  run.changes.push({ path, kind, secret: true, digest })
  return true
}

/** A reference without a value: the stored secret stays, and where there is none, the variable must be set. */
export function keepSecret(run: Run, path: Path, name: string, isStored: boolean): void {
  if (isStored) run.kept.push({ path: [...path], name })
  else addProblem(run, path, 'configuration_unset', { name })
}
