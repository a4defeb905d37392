import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { parametersOf, type RuleUnit } from '#contract/alerts/rules.ts'
import { SINK_NAMES } from '#contract/alerts/sinks.ts'
import { type AlertRule, type AlertSetup, updateAlertRule } from '#contract/api/alerts.ts'
import { call } from '#web/lib/api.ts'
import { formatQuota, formatUsd, fullNumber, unitsPerAmount } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { useStored } from '#web/lib/storage.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'
import { Status } from '#web/ui/status.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { tip, tipIfCut } from '#web/ui/tooltip.tsx'
import { useStoreSetup } from './alert-queries.ts'
import { SetupPart } from './setup-part.tsx'

/** All rules: their conditions, who is told, and how many of their alerts are open. */
export function RulesCard({ setup }: { setup: AlertSetup }) {
  const { t } = useTranslation('alerts')
  return (
    <SetupPart
      title={t('rules.title')}
      action={
        <Link to="/alerts/setup/rule/$id" params={{ id: 0 }} className={buttonClass('primary', 'small')}>
          <Plus size={14} aria-hidden />
          {t('rules.add')}
        </Link>
      }
    >
      <PlainTable
        label={t('rules.title')}
        rows={setup.rules}
        keyOf={({ id }) => id}
        columns={[
          { name: t('rules.column.name'), cell: (rule) => <RuleName rule={rule} /> },
          {
            name: t('form.parameters'),
            cell: (rule) => parametersOf(rule.kind).length > 0 && <Condition rule={rule} />,
          },
          { name: t('form.sinks'), cell: (rule) => <Told rule={rule} setup={setup} /> },
          { name: t('form.enabled'), number: true, cell: (rule) => <RuleSwitch rule={rule} /> },
        ]}
      />
    </SetupPart>
  )
}

const nameOf = ({ name, kind }: AlertRule, t: (key: `kind.${AlertRule['kind']}`) => string) => name || t(`kind.${kind}`)

function RuleName({ rule }: { rule: AlertRule }) {
  const { t } = useTranslation('alerts')
  const { id, kind, open, error, urgent } = rule
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Link
        to="/alerts/setup/rule/$id"
        params={{ id }}
        className="min-w-0 hover:underline"
        {...tip(`${rule.name ? `${t(`kind.${kind}`)}\n` : ''}${t(`kindHint.${kind}`)}`)}
      >
        {nameOf(rule, t)}
      </Link>
      {urgent && <Tag>{t('rules.urgent')}</Tag>}
      {open > 0 && <Status colour="red">{t('rules.open', { count: open })}</Status>}
      {error && (
        <Status colour="red" tooltip={error}>
          {t('rules.failed')}
        </Status>
      )}
    </span>
  )
}

/** The numbers of a rule: "20% · 20 calls". */
function Condition({ rule: { kind, parameters } }: { rule: AlertRule }) {
  const { t } = useTranslation('alerts')
  const status = useStatus()
  const shown = (value: number, unit: RuleUnit) => {
    if (unit === 'quota') return formatQuota(value, status, value * 100 < unitsPerAmount(status) ? 6 : 2)
    if (unit === 'dollars') return formatUsd(value)
    return t(`amount.${unit}`, { count: value, shown: fullNumber(value) })
  }
  return parametersOf(kind)
    .map(([name, { unit, default: fallback }]) => shown(parameters[name] ?? fallback, unit))
    .join(' · ')
}

function Told({ rule, setup: { sinks } }: { rule: AlertRule; setup: AlertSetup }) {
  const { t } = useTranslation('alerts')
  const language = useStored('language')
  const names = sinks
    .filter(({ id }) => rule.sinks.includes(id))
    .map(({ name, kind }) => name || SINK_NAMES[kind][language])
    .join(', ')
  if (names === '') return <span className="text-muted">{t('rules.noSinks')}</span>
  return (
    <span className="block max-w-48 truncate" {...tipIfCut(names)}>
      {names}
    </span>
  )
}

function RuleSwitch({ rule }: { rule: AlertRule }) {
  const { t } = useTranslation('alerts')
  const { t: common } = useTranslation()
  const store = useStoreSetup()
  const { id, name, parameters, sinks, urgent, enabled } = rule
  const { mutate } = useMutation({
    mutationFn: (on: boolean) =>
      call(updateAlertRule, { params: { id }, body: { name, parameters, sinks, urgent, enabled: on } }),
    onSuccess: store,
  })
  return (
    <Switch
      className="align-middle"
      aria-label={`${common(enabled ? 'action.disable' : 'action.enable')} ${nameOf(rule, t)} (${id})`}
      checked={enabled}
      onChange={mutate}
    />
  )
}
