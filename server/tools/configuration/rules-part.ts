import { readParameters } from '#contract/alerts/rules.ts'
import { newAlertRule } from '#contract/api/alerts.ts'
import type { RuleEntry } from '#contract/configuration/document.ts'
import { listRules } from '../../insight/alerts/queries.ts'
import type { AlertRuleRow } from '../../insight/alerts/tables.ts'
import { dropRule, insertRule, writeRule } from '../../insight/alerts/write.ts'
import { checkHandles, handlesOf } from './handles.ts'
import { addProblem, attempt, type Run, recordChange, recordDifferences } from './run.ts'

export const ruleLabel = ({ name, kind }: Pick<AlertRuleRow, 'name' | 'kind'>) => name || kind

const DEFAULTS = { name: '', parameters: {}, sinks: [] as string[], urgent: false, enabled: true }
type Ids = ReadonlyMap<string, number>

/** Creates, changes and, when pruning, deletes rules of alerts. `sinks`: the ids of all sinks by their keys. */
export async function applyRules(run: Run, entries: Readonly<Record<string, RuleEntry>>, sinks: Ids): Promise<void> {
  const { trx } = run
  const handles = handlesOf(await listRules(trx), ruleLabel)
  const ids = new Map<string, number>()
  for (const [key, entry] of Object.entries(entries)) {
    const path = ['alert_rules', key]
    const row = handles.get(key)
    if (row) ids.set(key, row.id)
    await attempt(run, path, async () => {
      if (row && row.kind !== entry.kind) addProblem(run, [...path, 'kind'], 'configuration_kind', { kind: row.kind })
      else if (row) await alterRule(run, path, row, entry, sinks)
      else ids.set(key, await addRule(run, path, key, entry, sinks))
    })
  }
  if (run.prune) {
    for (const [key, row] of handles) {
      if (Object.hasOwn(entries, key)) continue
      await dropRule(trx, row)
      recordChange(run, ['alert_rules', key], shownRule(row, sinks), undefined)
    }
  }
  checkHandles(run, 'alert_rules', ids, handlesOf(await listRules(trx), ruleLabel))
}

/** What a document says of a rule. */
export function shownRule(row: AlertRuleRow, sinks: Ids) {
  const keys = new Map([...sinks].map(([key, id]) => [id, key]))
  const ids: number[] = JSON.parse(row.sinks || '[]')
  return {
    kind: row.kind,
    name: row.name,
    parameters: JSON.parse(row.parameters || '{}') as Record<string, number>,
    sinks: ids.flatMap((id) => keys.get(id) ?? []).toSorted(),
    urgent: row.urgent === 1,
    enabled: row.enabled === 1,
  }
}

async function addRule(run: Run, path: string[], key: string, entry: RuleEntry, sinks: Ids): Promise<number> {
  const name = entry.name ?? (key === entry.kind ? '' : key)
  const { id } = await insertRule(run.trx, entry.kind, inputOf(run, path, { ...DEFAULTS, ...entry, name }, sinks))
  const row = (await listRules(run.trx)).find((one) => one.id === id)
  if (row) recordChange(run, path, undefined, shownRule(row, sinks))
  return id
}

async function alterRule(run: Run, path: string[], row: AlertRuleRow, entry: RuleEntry, sinks: Ids): Promise<void> {
  const shown = shownRule(row, sinks)
  const kept = run.prune ? { ...DEFAULTS, name: row.name } : shown
  const given = { ...kept, ...entry, parameters: { ...kept.parameters, ...entry.parameters } }
  const input = inputOf(run, path, given, sinks)
  const read = readParameters(entry.kind, given.parameters)
  const parameters = typeof read === 'string' ? given.parameters : read
  const wanted = { ...given, parameters, sinks: given.sinks.toSorted() }
  const changed = recordDifferences(run, path, shown, wanted)
  if (changed.length > 0) await writeRule(run.trx, row, input)
}

type Whole = Required<{ [K in keyof RuleEntry]: Exclude<RuleEntry[K], undefined> }>

/** A rule as the console's calls write it. */
function inputOf(run: Run, path: string[], entry: Partial<Whole> & Pick<Whole, 'kind' | 'sinks'>, ids: Ids) {
  const sinks = entry.sinks.flatMap((key, index) => {
    const id = ids.get(key)
    if (id === undefined) addProblem(run, [...path, 'sinks', index], 'configuration_sink', { name: key })
    return id ?? []
  })
  const { kind: _, ...input } = newAlertRule.parse({ ...entry, sinks })
  return input
}
