import { parametersOf, type RuleKind } from '#contract/alerts/rules.ts'
import { fieldsOf, type SinkKind } from '#contract/alerts/sinks.ts'
import type { AlertRule, AlertSetup, AlertSink } from '#contract/api/alerts.ts'

export interface RuleFormValues {
  kind: RuleKind
  name: string
  parameters: Record<string, number>
  sinks: string[]
  urgent: boolean
  enabled: boolean
}

export interface SinkFormValues {
  kind: SinkKind
  name: string
  settings: Record<string, string>
  language: 'zh' | 'en'
  quiet_from: string
  quiet_to: string
  enabled: boolean
}

/** The parameters of a kind before they are changed. */
export const defaultParameters = (kind: RuleKind): Record<string, number> =>
  Object.fromEntries(parametersOf(kind).map(([name, parameter]) => [name, parameter.default]))

/** The settings of a kind before they are filled in. */
export const emptySettings = (kind: SinkKind): Record<string, string> =>
  Object.fromEntries(fieldsOf(kind).map(([name, field]) => [name, field.default ?? '']))

/** The values of a rule, or of a new one that tells the sinks that most rules tell. */
export function ruleValues(rule: AlertRule | undefined, { sinks }: AlertSetup): RuleFormValues {
  const kind = rule?.kind ?? 'error_rate'
  return {
    kind,
    name: rule?.name ?? '',
    parameters: { ...defaultParameters(kind), ...rule?.parameters },
    sinks: (rule?.sinks ?? sinks.slice(0, 1).map(({ id }) => id)).map(String),
    urgent: rule?.urgent ?? false,
    enabled: rule?.enabled ?? true,
  }
}

/** The values of a sink, whose secrets are empty, or of a new one. */
export function sinkValues(sink: AlertSink | undefined, language: 'zh' | 'en'): SinkFormValues {
  const kind = sink?.kind ?? 'webhook'
  return {
    kind,
    name: sink?.name ?? '',
    settings: { ...emptySettings(kind), ...sink?.settings },
    language: sink?.language ?? language,
    quiet_from: sink?.quiet_from ?? '',
    quiet_to: sink?.quiet_to ?? '',
    enabled: sink?.enabled ?? true,
  }
}
