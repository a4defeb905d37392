import { fieldsOf, type SinkSettings } from '#contract/alerts/sinks.ts'
import type { Alert, AlertRule, AlertSetup, AlertSink } from '#contract/api/alerts.ts'
import type { AlertTexts } from '../../people/notices/tell-user.ts'
import { pick } from '../../platform/json/pick.ts'
import { canSendMail } from '../../platform/mail/send.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AlertLinks } from './kinds/kind.ts'
import { countsBySetup, listRules, listSinks } from './queries.ts'
import { isSinkKind, openSettings, secretsOf, targetOf } from './sink-settings.ts'
import type { AlertRow, AlertRuleRow, AlertSinkRow } from './tables.ts'

/** An alert as the page shows it; `rules` are all that exist. */
export function presentAlert(row: AlertRow, rules: readonly AlertRuleRow[]): Alert {
  const rule = rules.find(({ id }) => id === row.rule_id)
  const none = { zh: row.name, en: row.name }
  const { title, text }: AlertTexts = row.texts ? JSON.parse(row.texts) : { title: none, text: none }
  const { channel_id, model, user_id, losses, models }: AlertLinks = row.links ? JSON.parse(row.links) : {}
  return {
    ...pick(row, 'id kind name value since until notified_at acknowledged_at acknowledged_by silenced_until'),
    rule_id: rule?.id ?? 0,
    rule_name: rule?.name ?? '',
    title,
    text,
    links: { channel_id, model, user_id, models: models ? [...models] : losses?.map((loss) => loss.model) },
  }
}

/** All rules and sinks, without secrets. */
export async function alertSetup(services: Platform): Promise<AlertSetup> {
  const { db } = services.store
  const [rules, sinks, counts] = [await listRules(db), await listSinks(db), await countsBySetup(db)]
  return {
    rules: rules.map((row) => presentRule(row, counts.open.get(row.id) ?? 0)),
    sinks: sinks.map((row) => presentSink(row, services, counts.waiting.get(row.id) ?? 0)),
    time_zone: services.options.values.TimeZone,
    mail: canSendMail(services),
  }
}

function presentRule(row: AlertRuleRow, open: number): AlertRule {
  const { id, kind, name, evaluated_at, error } = row
  return {
    ...{ id, kind: kind as AlertRule['kind'], name, evaluated_at, error, open },
    parameters: JSON.parse(row.parameters || '{}'),
    sinks: JSON.parse(row.sinks || '[]'),
    urgent: row.urgent === 1,
    enabled: row.enabled === 1,
  }
}

export function presentSink(row: AlertSinkRow, { vault }: Pick<Platform, 'vault'>, waiting: number): AlertSink {
  const { id, kind, name, language, quiet_from, quiet_to, last_sent_at, last_error_at, last_error } = row
  const open: SinkSettings = isSinkKind(kind) ? openSettings(kind, row, vault) : {}
  const plain = isSinkKind(kind) ? fieldsOf(kind).filter(([, field]) => !field.secret) : []
  return {
    ...{ id, kind: kind as AlertSink['kind'], name, quiet_from, quiet_to, last_sent_at, last_error_at, last_error },
    settings: Object.fromEntries(plain.map(([field]) => [field, open[field] ?? ''])),
    secrets: Object.keys(secretsOf(row, vault)),
    target: targetOf(open),
    language: language === 'en' ? 'en' : 'zh',
    enabled: row.enabled === 1,
    waiting,
  }
}
