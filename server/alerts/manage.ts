import { type RuleKind, readParameters } from '#contract/alerts/rules.ts'
import { fieldsOf, findWrongSetting, type SinkKind, type SinkSettings } from '#contract/alerts/sinks.ts'
import type { createAlertRule, createAlertSink, updateAlertRule, updateAlertSink } from '#contract/api/alerts.ts'
import type { Parsed } from '#contract/api/endpoint.ts'
import { type Author, writeAudit } from '../audits/write.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Services } from '../services.ts'
import type { AlertRuleRow, AlertSinkRow } from '../store/alert-tables.ts'
import type { Queryable } from '../store/database.ts'
import { noteError, senderOf } from './deliver.ts'
import { testMessage } from './message.ts'
import { findRule, findSink, listRules } from './queries.ts'
import { sendToSink } from './send.ts'
import { isSinkKind, sealSettings, secretsOf } from './sink-settings.ts'
import { forgetAlerts } from './transitions.ts'

type RuleInput = Parsed<typeof updateAlertRule>['body']
type SinkInput = Parsed<typeof updateAlertSink>['body']

const seconds = () => Math.floor(Date.now() / 1000)

/** Creates a rule. Throws alert_parameter_invalid or alert_sink_unknown. */
export async function createRule(
  { store }: Services,
  by: Author,
  { kind, ...input }: Parsed<typeof createAlertRule>['body'],
) {
  await store.db.transaction().execute(async (trx) => {
    const row = { kind, ...(await ruleColumns(trx, kind, input)) }
    const { id } = await trx.insertInto('alert_rules').values(row).returning('id').executeTakeFirstOrThrow()
    await writeAudit(trx, by, { action: 'alert_rule.create', target: { kind: 'alert_rule', id }, after: row })
  })
}

/** Changes a rule. Its open alerts end without a message when it is switched off. */
export async function updateRule({ store }: Services, by: Author, id: number, input: RuleInput): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    const former = await findRule(trx, id)
    if (!former) throw new ApiError('record_not_found')
    const row = await ruleColumns(trx, former.kind as RuleKind, input)
    // Evaluated at once with its new parameters.
    await trx
      .updateTable('alert_rules')
      .set({ ...row, evaluated_at: 0, error: '' })
      .where('id', '=', id)
      .execute()
    if (!input.enabled) await forgetAlerts(trx, id, seconds())
    const audit = {
      target: { kind: 'alert_rule', id },
      before: shownRule(former),
      after: { kind: former.kind, ...row },
    }
    await writeAudit(trx, by, { action: 'alert_rule.update', ...audit })
  })
}

export async function deleteRule({ store }: Services, by: Author, id: number): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    const former = await findRule(trx, id)
    if (!former) throw new ApiError('record_not_found')
    await trx.deleteFrom('alert_rules').where('id', '=', id).execute()
    await forgetAlerts(trx, id, seconds())
    const before = shownRule(former)
    await writeAudit(trx, by, { action: 'alert_rule.delete', target: { kind: 'alert_rule', id }, before })
  })
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

/** Creates a sink. Throws alert_setting_invalid or alert_quiet_hours. */
export async function createSink(
  services: Services,
  by: Author,
  body: Parsed<typeof createAlertSink>['body'],
  userId = 0,
): Promise<void> {
  const { kind, ...input } = body
  const row = { kind, user_id: userId, ...sinkColumns(services, kind, input, input.settings) }
  await services.store.db.transaction().execute(async (trx) => {
    const { id } = await trx.insertInto('alert_sinks').values(row).returning('id').executeTakeFirstOrThrow()
    await writeAudit(trx, by, {
      action: 'alert_sink.create',
      target: { kind: 'alert_sink', id },
      after: shownSink(row),
    })
  })
}

/** Changes a sink. Secrets that are not given stay, unless the sink leads to another server. */
export async function updateSink(
  services: Services,
  by: Author,
  id: number,
  input: SinkInput,
  userId = 0,
): Promise<void> {
  await services.store.db.transaction().execute(async (trx) => {
    const former = await findSink(trx, id, userId)
    if (!former || !isSinkKind(former.kind)) throw new ApiError('record_not_found')
    const settings = { ...keptSecrets(services, former, former.kind, input.settings), ...withoutEmpty(input.settings) }
    const row = sinkColumns(services, former.kind, input, settings)
    // Messages that wait because of a wrong setting are sent with the right one.
    await trx.updateTable('alert_messages').set({ due_at: seconds() }).where('sink_id', '=', id).execute()
    await trx
      .updateTable('alert_sinks')
      .set({ ...row, last_error: '' })
      .where('id', '=', id)
      .execute()
    const change = { before: shownSink(former), after: shownSink({ kind: former.kind, ...row }) }
    await writeAudit(trx, by, { action: 'alert_sink.update', target: { kind: 'alert_sink', id }, ...change })
  })
}

export async function deleteSink({ store }: Services, by: Author, id: number, userId = 0): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    const former = await findSink(trx, id, userId)
    if (!former) throw new ApiError('record_not_found')
    await trx.deleteFrom('alert_sinks').where('id', '=', id).execute()
    await trx.deleteFrom('alert_messages').where('sink_id', '=', id).execute()
    for (const rule of await listRules(trx)) {
      const ids: number[] = JSON.parse(rule.sinks)
      if (!ids.includes(id)) continue
      const sinks = JSON.stringify(ids.filter((one) => one !== id))
      await trx.updateTable('alert_rules').set({ sinks }).where('id', '=', rule.id).execute()
    }
    const before = shownSink(former)
    await writeAudit(trx, by, { action: 'alert_sink.delete', target: { kind: 'alert_sink', id }, before })
  })
}

/** Sends a test message at once. Throws alert_not_taken with what the service answered. */
export async function testSink(services: Services, id: number, userId = 0): Promise<void> {
  const { db } = services.store
  const sink = await findSink(db, id, userId)
  if (!sink) throw new ApiError('record_not_found')
  const now = seconds()
  const failure = await sendToSink(services, sink, (language) => testMessage(language, senderOf(services, userId), now))
  if (failure) {
    await noteError(db, id, failure.reason, now)
    throw new ApiError('alert_not_taken', { detail: failure.reason })
  }
  await db.updateTable('alert_sinks').set({ last_sent_at: now, last_error: '' }).where('id', '=', id).execute()
}

function sinkColumns(services: Services, kind: SinkKind, input: SinkInput, settings: SinkSettings) {
  const wrong = findWrongSetting(kind, settings)
  if (wrong !== undefined) throw new ApiError('alert_setting_invalid', { name: wrong })
  const { name, language, quiet_from, quiet_to, enabled } = input
  if ((quiet_from === '') !== (quiet_to === '')) throw new ApiError('alert_quiet_hours')
  const sealed = sealSettings(kind, settings, services.vault)
  return { name, language, quiet_from, quiet_to, enabled: Number(enabled), ...sealed }
}

/** A secret is never sent to a server that it was not given for. */
function keptSecrets({ vault }: Services, row: AlertSinkRow, kind: SinkKind, given: SinkSettings): SinkSettings {
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
