import { fieldsOf } from '#contract/alerts/sinks.ts'
import { newAlertSink } from '#contract/api/alerts.ts'
import type { SinkEntry } from '#contract/configuration/document.ts'
import { isSecretReference } from '#contract/configuration/references.ts'
import { listSinks } from '../../insight/alerts/queries.ts'
import { isSinkKind, secretsOf } from '../../insight/alerts/sink-settings.ts'
import type { AlertSinkRow } from '../../insight/alerts/tables.ts'
import { dropSink, insertSink, keptSecrets, type SinkInput, writeSink } from '../../insight/alerts/write.ts'
import { checkHandles, handlesOf } from './handles.ts'
import { addProblem, attempt, keepSecret, type Run, recordChange, recordDifferences, recordSecret } from './run.ts'

export const sinkLabel = ({ name, kind }: Pick<AlertSinkRow, 'name' | 'kind'>) => name || kind

const DEFAULTS = { name: '', language: 'zh', quiet_from: '', quiet_to: '', enabled: true } as const

/** Creates, changes and, when pruning, deletes sinks of alerts. Returns the ids of all sinks by their keys. */
export async function applySinks(
  run: Run,
  entries: Readonly<Record<string, SinkEntry>> | undefined,
): Promise<Map<string, number>> {
  const { trx } = run
  const handles = handlesOf(await listSinks(trx), sinkLabel)
  const ids = new Map<string, number>()
  for (const [key, entry] of Object.entries(entries ?? {})) {
    const path = ['sinks', key]
    const row = handles.get(key)
    if (row) ids.set(key, row.id)
    await attempt(run, path, async () => {
      if (row && row.kind !== entry.kind) addProblem(run, [...path, 'kind'], 'configuration_kind', { kind: row.kind })
      else if (row) await alterSink(run, path, row, entry)
      else ids.set(key, await addSink(run, path, key, entry))
    })
  }
  if (entries && run.prune) {
    for (const [key, row] of handles) {
      if (Object.hasOwn(entries, key)) continue
      await dropSink(trx, row)
      recordChange(run, ['sinks', key], shownSink(row), undefined)
    }
  }
  const final = handlesOf(await listSinks(trx), sinkLabel)
  checkHandles(run, 'sinks', ids, final)
  return new Map([...final].map(([key, { id }]) => [key, id]))
}

/** What a document says of a sink, without its secrets. */
export function shownSink(row: AlertSinkRow): Record<string, unknown> & { settings: Record<string, string> } {
  const { kind, name, language, quiet_from, quiet_to, enabled } = row
  return {
    ...{ kind, name, language, quiet_from, quiet_to },
    enabled: enabled === 1,
    settings: JSON.parse(row.settings || '{}'),
  }
}

/** Leaves out what a new sink has anyway. */
export const withoutSinkDefaults = (entry: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entry).filter(([name, value]) => !Object.hasOwn(DEFAULTS, name) || value !== Object(DEFAULTS)[name]),
  )

async function addSink(run: Run, path: string[], key: string, entry: SinkEntry): Promise<number> {
  const { given, secrets } = readSettings(run, path, entry, undefined)
  const name = entry.name ?? (key === entry.kind ? '' : key)
  const { kind, ...input } = newAlertSink.parse({ ...DEFAULTS, ...entry, name, settings: given })
  const { id } = await insertSink(run.trx, run.services.vault, kind, input)
  const row = (await listSinks(run.trx)).find((one) => one.id === id)
  if (row) recordChange(run, path, undefined, withoutSinkDefaults(shownSink(row)))
  for (const [name, value] of Object.entries(secrets)) recordSecret(run, [...path, 'settings', name], '', value)
  return id
}

async function alterSink(run: Run, path: string[], row: AlertSinkRow, entry: SinkEntry): Promise<void> {
  const { trx, services } = run
  const shown = shownSink(row)
  const { given, secrets } = readSettings(run, path, entry, row)
  const plain = Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(secrets, name)))
  const isWhole = run.prune && entry.settings !== undefined
  const settings = isWhole ? plain : { ...shown.settings, ...plain }
  const { settings: _, ...fields } = entry
  const wanted = { ...shown, ...(run.prune ? { ...DEFAULTS, name: row.name } : {}), ...fields, settings }
  const { kind: _kind, ...input } = newAlertSink.parse({ ...wanted, settings: { ...settings, ...secrets } })
  const changed = [
    ...recordDifferences(run, path, { ...shown, settings: undefined }, { ...wanted, settings: undefined }),
    ...recordDifferences(run, [...path, 'settings'], withoutEmpty(shown.settings), withoutEmpty(settings)),
    ...changedSecrets(run, path, row, input),
  ]
  if (changed.length > 0) await writeSink(trx, services.vault, row, input)
}

/** Those that are given anew, and those that are lost because the sink leads to another server. */
function changedSecrets(run: Run, path: string[], row: AlertSinkRow, { settings }: SinkInput): string[] {
  if (!isSinkKind(row.kind)) return []
  const { vault } = run.services
  const before = secretsOf(row, vault)
  const after: Record<string, string> = { ...keptSecrets(vault, row, row.kind, settings), ...settings }
  return fieldsOf(row.kind)
    .filter(([, { secret }]) => secret)
    .map(([name]) => name)
    .filter((name) => recordSecret(run, [...path, 'settings', name], before[name] ?? '', after[name] ?? ''))
}

/** The settings of an entry without references, and the secrets among them. */
function readSettings(run: Run, path: string[], { kind, settings = {} }: SinkEntry, row: AlertSinkRow | undefined) {
  const stored = row ? secretsOf(row, run.services.vault) : {}
  const isSecret = (name: string) => fieldsOf(kind).some(([field, { secret }]) => field === name && secret)
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(settings)) {
    if (isSecretReference(value)) keepSecret(run, [...path, 'settings', name], value.$env, Boolean(stored[name]))
    else given[name] = value
  }
  return { given, secrets: Object.fromEntries(Object.entries(given).filter(([name]) => isSecret(name))) }
}

const withoutEmpty = (settings: Record<string, string>) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''))
