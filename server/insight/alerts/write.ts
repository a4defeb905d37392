import { type RuleKind, readParameters } from '#contract/alerts/rules.ts'
import { fieldsOf, findWrongSetting, type SinkKind, type SinkSettings } from '#contract/alerts/sinks.ts'
import type { updateAlertRule, updateAlertSink } from '#contract/api/alerts.ts'
import type { Parsed } from '#contract/api/endpoint.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Queryable } from '../../platform/store/database.ts'
import type { Vault } from '../../platform/store/vault.ts'
import { findSink, listRules } from './queries.ts'
import { isSinkKind, sealSettings, secretsOf } from './sink-settings.ts'
import type { AlertRuleRow, AlertSinkRow } from './tables.ts'
import { forgetAlerts } from './transitions.ts'

/** Rules and sinks are checked and written here, in the caller's transaction; answers are what an audit entry may hold. */

export type RuleInput = Parsed<typeof updateAlertRule>['body']
export type SinkInput = Parsed<typeof updateAlertSink>['body']

/** Throws alert_parameter_invalid or alert_sink_unknown. */
export async function insertRule(trx: Queryable, kind: RuleKind, input: RuleInput) {
  const after = { kind, ...(await ruleColumns(trx, kind, input)) }
  const { id } = await trx.insertInto('alert_rules').values(after).returning('id').executeTakeFirstOrThrow()
  return { id, after }
}

/** Changes a rule. Its open alerts end without a message when it is switched off. */
export async function writeRule(trx: Queryable, former: AlertRuleRow, input: RuleInput) {
  const { id, kind } = former
  const row = await ruleColumns(trx, kind as RuleKind, input)
  // Evaluated at once with its new parameters.
  await trx
    .updateTable('alert_rules')
    .set({ ...row, evaluated_at: 0, error: '' })
    .where('id', '=', id)
    .execute()
  if (!input.enabled) await forgetAlerts(trx, id, nowInSeconds())
  return { before: shownRule(former), after: { kind, ...row } }
}

/** Deletes a rule; its open alerts end without a message. */
export async function dropRule(trx: Queryable, former: AlertRuleRow) {
  await trx.deleteFrom('alert_rules').where('id', '=', former.id).execute()
  await forgetAlerts(trx, former.id, nowInSeconds())
  return shownRule(former)
}

const shownRule = ({ id: _, evaluated_at: _at, error: _error, ...row }: AlertRuleRow) => row

async function ruleColumns(db: Queryable, kind: RuleKind, { parameters, sinks, name, urgent, enabled }: RuleInput) {
  const read = readParameters(kind, parameters)
  if (typeof read === 'string') throw new ApiError('alert_parameter_invalid', { name: read })
  const ids = [...new Set(sinks)]
  for (const id of ids) if (!(await findSink(db, id))) throw new ApiError('alert_sink_unknown', { id })
  return {
    name,
    parameters: JSON.stringify(read),
    sinks: JSON.stringify(ids),
    urgent: Number(urgent),
    enabled: Number(enabled),
  }
}

/** Throws alert_setting_invalid or alert_quiet_hours. `userId`: whose sink it is, 0 = the site's. */
export async function insertSink(trx: Queryable, vault: Vault, kind: SinkKind, input: SinkInput, userId = 0) {
  const row = { kind, user_id: userId, ...sinkColumns(vault, kind, input, input.settings) }
  const { id } = await trx.insertInto('alert_sinks').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, after: shownSink(row) }
}

/** Changes a sink. Secrets that are not given stay, unless the sink leads to another server. */
export async function writeSink(trx: Queryable, vault: Vault, former: AlertSinkRow, input: SinkInput) {
  const { id, kind } = former
  if (!isSinkKind(kind)) throw new ApiError('record_not_found')
  const settings = { ...keptSecrets(vault, former, kind, input.settings), ...withoutEmpty(input.settings) }
  const row = sinkColumns(vault, kind, input, settings)
  // Messages that wait because of a wrong setting are sent with the right one.
  await trx.updateTable('alert_messages').set({ due_at: nowInSeconds() }).where('sink_id', '=', id).execute()
  await trx
    .updateTable('alert_sinks')
    .set({ ...row, last_error: '' })
    .where('id', '=', id)
    .execute()
  return { before: shownSink(former), after: shownSink({ kind, ...row }) }
}

/** Deletes a sink, and what waits for it; rules forget it. */
export async function dropSink(trx: Queryable, former: AlertSinkRow) {
  const { id } = former
  await trx.deleteFrom('alert_sinks').where('id', '=', id).execute()
  await trx.deleteFrom('alert_messages').where('sink_id', '=', id).execute()
  for (const rule of await listRules(trx)) {
    const ids: number[] = JSON.parse(rule.sinks)
    if (!ids.includes(id)) continue
    const sinks = JSON.stringify(ids.filter((one) => one !== id))
    await trx.updateTable('alert_rules').set({ sinks }).where('id', '=', rule.id).execute()
  }
  return shownSink(former)
}

function sinkColumns(vault: Vault, kind: SinkKind, input: SinkInput, settings: SinkSettings) {
  const wrong = findWrongSetting(kind, settings)
  if (wrong !== undefined) throw new ApiError('alert_setting_invalid', { name: wrong })
  const { name, language, quiet_from, quiet_to, enabled } = input
  if ((quiet_from === '') !== (quiet_to === '')) throw new ApiError('alert_quiet_hours')
  const sealed = sealSettings(kind, settings, vault)
  return { name, language, quiet_from, quiet_to, enabled: Number(enabled), ...sealed }
}

/** A secret is never sent to a server that it was not given for. */
export function keptSecrets(vault: Vault, row: AlertSinkRow, kind: SinkKind, given: SinkSettings): SinkSettings {
  const stored: SinkSettings = JSON.parse(row.settings || '{}')
  const plainAddresses = fieldsOf(kind).filter(([, field]) => field.kind === 'url' && !field.secret)
  const isSame = ([name, { default: fallback = '' }]: (typeof plainAddresses)[number]) =>
    (given[name] || fallback) === (stored[name] || fallback)
  return plainAddresses.every(isSame) ? secretsOf(row, vault) : {}
}

const withoutEmpty = (settings: SinkSettings): SinkSettings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''))

/** A sink as the audit log shows it. */
const shownSink = ({ kind, name, settings, enabled, quiet_from, quiet_to }: Partial<AlertSinkRow>) => ({
  ...{ kind, name, enabled, quiet_from, quiet_to },
  settings: JSON.parse(settings || '{}'),
})
