import { type Kysely, type Migration, sql } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexes, numberColumn, required, type Schema, tableWithId, textColumn, zero } from './columns.ts'

const one = numberColumn(1)

/** Alerts, the rules that open them, the sinks that are told, and the messages that wait. */
export const alerts = (engine: Engine): Migration => ({
  async up(db) {
    const { schema } = db
    await createSinks(schema, engine)
    await tableWithId(schema, engine, 'alert_rules')
      .addColumn('kind', 'text', required)
      .addColumn('name', 'text', textColumn)
      .addColumn('parameters', 'text', textColumn)
      .addColumn('sinks', 'text', textColumn)
      .addColumn('urgent', 'bigint', zero)
      .addColumn('enabled', 'bigint', one)
      .addColumn('evaluated_at', 'bigint', zero)
      .addColumn('error', 'text', textColumn)
      .execute()
    await createAlerts(schema, engine)
    for (const column of ['disk_free', 'disk_size'])
      await schema.alterTable('nodes').addColumn(column, 'bigint', zero).execute()
    await insertDefaults(db)
    await insertKnown(db)
  },
})

async function createSinks(schema: Schema, engine: Engine): Promise<void> {
  await tableWithId(schema, engine, 'alert_sinks')
    .addColumn('user_id', 'bigint', zero)
    .addColumn('kind', 'text', required)
    .addColumn('name', 'text', textColumn)
    .addColumn('settings', 'text', textColumn)
    .addColumn('secrets', 'text', textColumn)
    .addColumn('language', 'text', textColumn)
    .addColumn('quiet_from', 'text', textColumn)
    .addColumn('quiet_to', 'text', textColumn)
    .addColumn('enabled', 'bigint', one)
    .addColumn('last_sent_at', 'bigint', zero)
    .addColumn('last_error_at', 'bigint', zero)
    .addColumn('last_error', 'text', textColumn)
    .execute()
  await createIndexes(schema, 'alert_sinks', ['user_id'])
  await tableWithId(schema, engine, 'alert_messages')
    .addColumn('sink_id', 'bigint', required)
    .addColumn('user_id', 'bigint', zero)
    .addColumn('items', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('attempts', 'bigint', zero)
    .execute()
  await createIndexes(schema, 'alert_messages', ['due_at'], ['sink_id'])
}

async function createAlerts(schema: Schema, engine: Engine): Promise<void> {
  await tableWithId(schema, engine, 'alerts')
    .addColumn('rule_id', 'bigint', zero)
    .addColumn('user_id', 'bigint', zero)
    .addColumn('kind', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('name', 'text', textColumn)
    .addColumn('level', 'bigint', zero)
    .addColumn('value', 'double precision', zero)
    .addColumn('texts', 'text', textColumn)
    .addColumn('links', 'text', textColumn)
    .addColumn('since', 'bigint', required)
    .addColumn('until', 'bigint', zero)
    .addColumn('notified_at', 'bigint', zero)
    .addColumn('acknowledged_at', 'bigint', zero)
    .addColumn('acknowledged_by', 'text', textColumn)
    .addColumn('silenced_until', 'bigint', zero)
    .execute()
  // Of a rule and subject one alert is open at a time, whatever nodes do at once.
  await schema
    .createIndex('alerts_open')
    .unique()
    .on('alerts')
    .columns(['rule_id', 'user_id', 'kind', 'subject'])
    .where(sql.ref('until'), '=', 0)
    .execute()
  await createIndexes(schema, 'alerts', ['until'], ['since'], ['rule_id', 'subject'])
}

/** Rules that most servers want; the others are there to be switched on. All mail the super administrators. */
const DEFAULTS: readonly { kind: string; parameters?: Record<string, number>; enabled?: 0; urgent?: 1 }[] = [
  { kind: 'channel_down', urgent: 1 },
  { kind: 'error_rate', parameters: { percent: 50, calls: 20 } },
  { kind: 'latency', parameters: { seconds: 20, calls: 20 }, enabled: 0 },
  { kind: 'margin', parameters: { loss: 50_000 } },
  { kind: 'balance', parameters: { dollars: 5 }, enabled: 0 },
  { kind: 'unpriced', parameters: { calls: 1 } },
  { kind: 'books', urgent: 1 },
  { kind: 'disk', parameters: { percent: 10 }, urgent: 1 },
]

// biome-ignore lint/suspicious/noExplicitAny: a migration must not know today's table types
async function insertDefaults(db: Kysely<any>): Promise<void> {
  const { id } = await db
    .insertInto('alert_sinks')
    .values({ kind: 'mail', settings: '{}', language: 'zh' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stored = await db
    .selectFrom('options')
    .select(['key', 'value'])
    .where('key', 'in', ['MarginAlertsEnabled', 'MarginAlertLoss'])
    .execute()
  const option = (key: string) => stored.find((row) => row.key === key)?.value as string | undefined
  const loss = Number(option('MarginAlertLoss') ?? Number.NaN)
  for (const { kind, parameters, enabled = 1, urgent = 0 } of DEFAULTS) {
    const isMargin = kind === 'margin'
    await db
      .insertInto('alert_rules')
      .values({
        kind,
        parameters: JSON.stringify(isMargin && Number.isFinite(loss) ? { loss } : (parameters ?? {})),
        sinks: JSON.stringify([id]),
        enabled: isMargin && option('MarginAlertsEnabled') === 'false' ? 0 : enabled,
        urgent,
      })
      .execute()
  }
}

/** Channels and losses of which an older version has told already. */
// biome-ignore lint/suspicious/noExplicitAny: a migration must not know today's table types
async function insertKnown(db: Kysely<any>): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const rules = await db.selectFrom('alert_rules').select(['id', 'kind']).execute()
  const columns = (kind: string) => ({ kind, rule_id: rules.find((rule) => rule.kind === kind)?.id, notified_at: now })
  for (const { id, name } of await db.selectFrom('channels').select(['id', 'name']).where('status', '=', 3).execute())
    await db
      .insertInto('alerts')
      .values({ ...columns('channel_down'), subject: String(id), name, since: now })
      .execute()
  for (const { channel_id, model_name, since } of await db.selectFrom('margin_alerts').selectAll().execute()) {
    const subject = `${channel_id} ${model_name}`
    await db
      .insertInto('alerts')
      .values({ ...columns('margin'), subject, name: model_name, since })
      .execute()
  }
}

/** Rules for the kinds that came later. Those of which one is a matter of taste are there to be switched on. */
const LATER_RULES: readonly { kind: string; parameters: Record<string, number>; enabled: 0 | 1 }[] = [
  { kind: 'key_down', parameters: {}, enabled: 1 },
  { kind: 'certificate', parameters: { days: 14 }, enabled: 1 },
  { kind: 'budget', parameters: { percent: 80 }, enabled: 0 },
  { kind: 'user_spend', parameters: { times: 5, quota: 5_000_000 }, enabled: 0 },
  { kind: 'token_spend', parameters: { times: 5, quota: 5_000_000 }, enabled: 0 },
  { kind: 'model_spend', parameters: { times: 3, quota: 25_000_000 }, enabled: 0 },
  { kind: 'cache_share', parameters: { percent: 25, tokens: 1_000_000 }, enabled: 0 },
]

/** More rules of alerts, which tell the sink of a new server. */
export const moreAlertRules: Migration = {
  async up(db) {
    const mail = await db
      .selectFrom('alert_sinks')
      .select('id')
      .where('kind', '=', 'mail')
      .orderBy('id')
      .executeTakeFirst()
    for (const { kind, parameters, enabled } of LATER_RULES) {
      const row = {
        kind,
        parameters: JSON.stringify(parameters),
        sinks: JSON.stringify(mail ? [mail.id] : []),
        enabled,
      }
      await db.insertInto('alert_rules').values(row).execute()
    }
  },
}
