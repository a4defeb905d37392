import { SINK_KINDS, type SinkField } from '#contract/alerts/sinks.ts'
import { type ConfigurationDocument, configurationDocument } from '#contract/configuration/document.ts'
import { isSecretReference } from '#contract/configuration/references.ts'
import { isRecord } from '#contract/is-record.ts'
import { isOptionKey } from '#contract/options.ts'
import { EXPECTED, isSecretOption } from './option-values.ts'
import { addProblem, type Path, type Run } from './run.ts'

/** Reads the shape of a document. What is wrong becomes problems of the run, and then nothing is returned. */
export function parseDocument(run: Run, given: Record<string, unknown>): ConfigurationDocument | undefined {
  for (const { path, name } of referencesIn(given)) {
    if (!isSecretPlace(given, path)) addProblem(run, path, 'configuration_unset', { name })
  }
  if (run.problems.length > 0) return undefined
  const parsed = configurationDocument.safeParse(given)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) {
    const path = issue.path as Path
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys) addProblem(run, [...path, name], 'configuration_unknown', { name })
    } else addProblem(run, path, 'configuration_type', { expected: expectedBy(issue) })
  }
  return undefined
}

/** What a schema would have taken. */
function expectedBy(issue: { code: string; expected?: string; values?: readonly unknown[] }) {
  if (issue.values) return issue.values.join(', ')
  return EXPECTED[issue.expected ?? 'string'] ?? issue.expected ?? ''
}

/** Every reference in a document, with its place. */
function referencesIn(value: unknown, path: Path = []): { path: Path; name: string }[] {
  if (isSecretReference(value)) return [{ path, name: value.$env }]
  if (Array.isArray(value)) return value.flatMap((one, index) => referencesIn(one, [...path, index]))
  return isRecord(value) ? Object.entries(value).flatMap(([name, one]) => referencesIn(one, [...path, name])) : []
}

/** Whether a secret belongs there, so that a reference without a value leaves what is stored. */
function isSecretPlace(document: Record<string, unknown>, [section, name, field, setting, last]: Path): boolean {
  if (section === 'channels' && field === 'settings') return setting === 'proxy' || setting === 'client_key'
  if (section === 'channels') return setting === undefined && (field === 'key' || field === 'keys')
  if (section === 'sinks') return field === 'settings' && isSecretSetting(Object(document.sinks)[String(name)], setting)
  const key = String(name)
  if (key === 'OIDCProviders') return setting === 'client_secret' && last === undefined
  return isOptionKey(key) && isSecretOption(key) && field === undefined
}

function isSecretSetting(sink: unknown, setting: unknown): boolean {
  const kinds: Record<string, Record<string, SinkField>> = SINK_KINDS
  return kinds[Object(sink).kind]?.[String(setting)]?.secret === true
}
