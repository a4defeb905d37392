import { Link } from '@tanstack/react-router'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { parametersOf, type RuleUnit } from '#contract/alerts/rules.ts'
import { SINK_NAMES } from '#contract/alerts/sinks.ts'
import type { AlertRule, AlertSetup } from '#contract/api/alerts.ts'
import { formatQuota, fullNumber, unitsPerAmount } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { useStored } from '#web/lib/storage.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Status } from '#web/ui/status.tsx'
import { Tag } from '#web/ui/tag.tsx'

const EDIT = `${buttonClass('ghost', 'small')} shrink-0`

/** All rules: their conditions, who is told, and how many of their alerts are open. */
export function RulesCard({ setup }: { setup: AlertSetup }) {
  const { t } = useTranslation('alerts')
  const add = (
    <Link to="/alerts/setup/rule/$id" params={{ id: 0 }} className={buttonClass('primary', 'small')}>
      <Plus size={14} aria-hidden />
      {t('rules.add')}
    </Link>
  )
  return (
    <Card title={t('rules.title')} action={add}>
      <ul className="grid divide-y divide-line">
        {setup.rules.map((rule) => (
          <RuleRow key={rule.id} rule={rule} setup={setup} />
        ))}
      </ul>
    </Card>
  )
}

function RuleRow({ rule, setup }: { rule: AlertRule; setup: AlertSetup }) {
  const { t } = useTranslation('alerts')
  const { id, kind, enabled, open, error, urgent } = rule
  const name = rule.name || t(`kind.${kind}`)
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-strong">{name}</span>
          {rule.name && <Tag>{t(`kind.${kind}`)}</Tag>}
          {urgent && <Tag>{t('rules.urgent')}</Tag>}
          {!enabled && <Status colour="grey">{t('rules.off')}</Status>}
          {open > 0 && <Status colour="red">{t('rules.open', { count: open })}</Status>}
        </div>
        <Condition rule={rule} />
        <Told rule={rule} setup={setup} />
        {error && <p className="break-words text-danger text-small">{t('rules.failed', { error })}</p>}
      </div>
      <Link
        to="/alerts/setup/rule/$id"
        params={{ id }}
        aria-label={t('rules.editOne', { name: `${name} (${id})` })}
        className={EDIT}
      >
        <Pencil size={15} aria-hidden />
      </Link>
    </li>
  )
}

/** The numbers of a rule: "≥ 20 %, 20 calls". */
function Condition({ rule: { kind, parameters } }: { rule: AlertRule }) {
  const { t } = useTranslation('alerts')
  const status = useStatus()
  const shown = (value: number, unit: RuleUnit) =>
    unit === 'quota'
      ? formatQuota(value, status, value * 100 < unitsPerAmount(status) ? 6 : 2)
      : `${fullNumber(value)} ${t(`unit.${unit}`)}`
  const parts = parametersOf(kind).map(([name, { unit, default: fallback }]) =>
    shown(parameters[name] ?? fallback, unit),
  )
  return (
    <p className="text-muted text-small">
      {t(`kindHint.${kind}`)}
      {parts.length > 0 && ` · ${parts.join(' · ')}`}
    </p>
  )
}

function Told({ rule, setup: { sinks } }: { rule: AlertRule; setup: AlertSetup }) {
  const { t } = useTranslation('alerts')
  const language = useStored('language')
  const names = sinks
    .filter(({ id }) => rule.sinks.includes(id))
    .map(({ name, kind }) => name || SINK_NAMES[kind][language])
  return <p className="text-small">{names.length === 0 ? t('rules.noSinks') : `→ ${names.join(', ')}`}</p>
}
