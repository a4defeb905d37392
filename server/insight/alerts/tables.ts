import type { Generated, Selectable } from 'kysely'

/** A service that alerts are sent to. */
export interface AlertSinkTable {
  id: Generated<number>
  /** 0 = the site's. */
  user_id: Generated<number>
  kind: string
  name: Generated<string>
  /** JSON of the settings that are no secrets. */
  settings: Generated<string>
  /** Encrypted JSON of the secrets; "" = none. */
  secrets: Generated<string>
  language: Generated<string>
  /** Times of day in the site's time zone; "" = no quiet hours. */
  quiet_from: Generated<string>
  quiet_to: Generated<string>
  enabled: Generated<number>
  last_sent_at: Generated<number>
  last_error_at: Generated<number>
  last_error: Generated<string>
}
export type AlertSinkRow = Selectable<AlertSinkTable>

/** A rule that opens alerts. */
export interface AlertRuleTable {
  id: Generated<number>
  kind: string
  name: Generated<string>
  /** JSON of numbers by name. */
  parameters: Generated<string>
  /** JSON list of ids. */
  sinks: Generated<string>
  /** Whether its messages ignore quiet hours. */
  urgent: Generated<number>
  enabled: Generated<number>
  evaluated_at: Generated<number>
  error: Generated<string>
}
export type AlertRuleRow = Selectable<AlertRuleTable>

/** Something that a rule has found, for as long as it lasts. */
export interface AlertTable {
  id: Generated<number>
  /** 0 = no rule of the site. */
  rule_id: Generated<number>
  user_id: Generated<number>
  kind: string
  /** What it is about, as its kind tells things apart. */
  subject: string
  name: Generated<string>
  /** Grows while it becomes worse by steps. */
  level: Generated<number>
  value: Generated<number>
  /** JSON of AlertTexts. */
  texts: Generated<string>
  /** JSON of the ids that it leads to. */
  links: Generated<string>
  since: number
  /** 0 = open. */
  until: Generated<number>
  /** When a sink last took a message about it. */
  notified_at: Generated<number>
  acknowledged_at: Generated<number>
  acknowledged_by: Generated<string>
  silenced_until: Generated<number>
}
export type AlertRow = Selectable<AlertTable>

/** Changes that a sink has not been told yet. */
export interface AlertMessageTable {
  id: Generated<number>
  sink_id: number
  user_id: Generated<number>
  /** JSON list of AlertItem. */
  items: string
  created_at: number
  due_at: number
  attempts: Generated<number>
}
export type AlertMessageRow = Selectable<AlertMessageTable>

declare module '../../platform/store/tables.ts' {
  interface Tables {
    alert_sinks: AlertSinkTable
    alert_rules: AlertRuleTable
    alerts: AlertTable
    alert_messages: AlertMessageTable
  }
}
