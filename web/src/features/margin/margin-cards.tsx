import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { MarginAlert } from '#contract/api/margin.ts'
import { Remedies } from '#web/features/channels/remedies.tsx'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { Money } from '#web/ui/money.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Margin } from './queries.ts'

/** Dollars: smaller losses of a day are no alarm. */
const CENT = 0.01

/** Channels and models that cost more than they brought in over the last day. */
export function AlertsCard({ alerts }: { alerts: readonly MarginAlert[] }) {
  const { t } = useTranslation('margin')
  const status = useStatus()
  const lost = alerts.reduce((sum, { cost, quota }) => sum + cost - quota, 0)
  return (
    <Banner tone={lost >= CENT * status.quota_per_unit ? 'danger' : 'info'}>
      <p>{t('alert.title', { count: alerts.length })}</p>
      <ul className="mt-1 grid gap-0.5 text-small">
        {alerts.map((alert) => (
          <li
            key={`${alert.channel_id} ${alert.model_name}`}
            className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1"
          >
            <span className="flex flex-wrap gap-x-2">
              <Pair {...alert} />
              <span>
                {t('alert.lost')} <Money quota={alert.cost - alert.quota} digits={6} /> · {t('alert.since')}{' '}
                <Time at={alert.since} />
              </span>
            </span>
            <Remedies
              channel={alert.channel_name ? alert.channel_id : 0}
              name={alert.channel_name}
              model={alert.model_name}
            />
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** Where the cost of calls is not known, and how to change that. */
export function UnknownCard({ unknown }: { unknown: Margin['unknown'] }) {
  const { t } = useTranslation('margin')
  return (
    <Card title={t('unknown.title')}>
      <p className="max-w-prose text-muted text-small">{t('unknown.hint')}</p>
      <ul className="grid gap-1">
        {unknown.map((row) => (
          <li key={`${row.channel_id} ${row.model_name}`} className="flex flex-wrap justify-between gap-x-4">
            <Pair {...row} />
            <Money quota={row.quota} digits={6} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Pair({
  channel_id,
  channel_name,
  model_name,
}: Pick<MarginAlert, 'channel_id' | 'channel_name' | 'model_name'>) {
  const { t } = useTranslation('margin')
  if (!channel_name)
    return <span className="break-words">{`${t('unknownName', { id: channel_id })} · ${model_name}`}</span>
  return (
    <Link to="/channel/$id" params={{ id: channel_id }} className="min-w-0 break-words underline hover:text-primary">
      {`${channel_name} · ${model_name}`}
    </Link>
  )
}
