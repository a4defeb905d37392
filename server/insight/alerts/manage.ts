import type { createAlertRule, createAlertSink } from '#contract/api/alerts.ts'
import type { Parsed } from '#contract/api/endpoint.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { noteError, senderOf } from './deliver.ts'
import { testMessage } from './message.ts'
import { findRule, findSink } from './queries.ts'
import { sendToSink } from './send.ts'
import {
  dropRule,
  dropSink,
  insertRule,
  insertSink,
  type RuleInput,
  type SinkInput,
  writeRule,
  writeSink,
} from './write.ts'

/** Creates a rule. Throws alert_parameter_invalid or alert_sink_unknown. */
export async function createRule(
  { store }: Platform,
  by: Author,
  { kind, ...input }: Parsed<typeof createAlertRule>['body'],
) {
  await store.db.transaction().execute(async (trx) => {
    const { id, after } = await insertRule(trx, kind, input)
    await writeAudit(trx, by, { action: 'alert_rule.create', target: { kind: 'alert_rule', id }, after })
  })
}

/** Changes a rule. Its open alerts end without a message when it is switched off. */
export async function updateRule({ store }: Platform, by: Author, id: number, input: RuleInput): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    const former = await findRule(trx, id)
    if (!former) throw new ApiError('record_not_found')
    const change = await writeRule(trx, former, input)
    await writeAudit(trx, by, { action: 'alert_rule.update', target: { kind: 'alert_rule', id }, ...change })
  })
}

export async function deleteRule({ store }: Platform, by: Author, id: number): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    const former = await findRule(trx, id)
    if (!former) throw new ApiError('record_not_found')
    const before = await dropRule(trx, former)
    await writeAudit(trx, by, { action: 'alert_rule.delete', target: { kind: 'alert_rule', id }, before })
  })
}

/** Creates a sink. Throws alert_setting_invalid or alert_quiet_hours. */
export async function createSink(
  services: Platform,
  by: Author,
  body: Parsed<typeof createAlertSink>['body'],
  userId = 0,
): Promise<void> {
  const { kind, ...input } = body
  await services.store.db.transaction().execute(async (trx) => {
    const { id, after } = await insertSink(trx, services.vault, kind, input, userId)
    await writeAudit(trx, by, { action: 'alert_sink.create', target: { kind: 'alert_sink', id }, after })
  })
}

/** Changes a sink. Secrets that are not given stay, unless the sink leads to another server. */
export async function updateSink(
  services: Platform,
  by: Author,
  id: number,
  input: SinkInput,
  userId = 0,
): Promise<void> {
  await services.store.db.transaction().execute(async (trx) => {
    const former = await findSink(trx, id, userId)
    if (!former) throw new ApiError('record_not_found')
    const change = await writeSink(trx, services.vault, former, input)
    await writeAudit(trx, by, { action: 'alert_sink.update', target: { kind: 'alert_sink', id }, ...change })
  })
}

export async function deleteSink({ store }: Platform, by: Author, id: number, userId = 0): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    const former = await findSink(trx, id, userId)
    if (!former) throw new ApiError('record_not_found')
    const before = await dropSink(trx, former)
    await writeAudit(trx, by, { action: 'alert_sink.delete', target: { kind: 'alert_sink', id }, before })
  })
}

/** Sends a test message at once. Throws alert_not_taken with what the service answered. */
export async function testSink(services: Platform, id: number, userId = 0): Promise<void> {
  const { db } = services.store
  const sink = await findSink(db, id, userId)
  if (!sink) throw new ApiError('record_not_found')
  const now = nowInSeconds()
  const failure = await sendToSink(services, sink, (language) => testMessage(language, senderOf(services, userId), now))
  if (failure) {
    await noteError(db, id, failure.reason, now)
    throw new ApiError('alert_not_taken', { detail: failure.reason })
  }
  await db.updateTable('alert_sinks').set({ last_sent_at: now, last_error: '' }).where('id', '=', id).execute()
}
