import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { MarginAlert } from '#contract/api/margin.ts'
import { Remedies } from '#web/features/channels/remedies.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { Money } from '#web/ui/money.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Margin } from './queries.ts'

/** Models of a loss that are named; the table by model has all. */
const MAX_NAMED = 8

/** Channels that cost more than they brought in over the last day, and the models that did it. */
export function AlertsCard({ alerts }: { alerts: readonly MarginAlert[] }) {
  const { t } = useTranslation('margin')
  return (
    <Banner tone="danger">
      <p>{t('alert.title', { count: alerts.length })}</p>
      <ul className="mt-1 grid gap-2 text-small">
        {alerts.map(({ channel_id: id, channel_name: name, lost, since, models }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
            <span className="flex min-w-0 flex-wrap gap-x-3 gap-y-0.5">
              <span>
                {name || t('unknownName', { id })} {t('alert.lost')} <Money quota={lost} /> · {t('alert.since')}{' '}
                <Time at={since} />
              </span>
              {models.slice(0, MAX_NAMED).map((model) => (
                <span key={model.model_name}>
                  <ModelLink name={model.model_name} /> <Money quota={model.lost} digits={6} />
                </span>
              ))}
              {models.length > MAX_NAMED && (
                <Link to="/margin" search={{ channel: id || undefined, by: 'model' }} className="underline">
                  {t('alert.more', { count: models.length - MAX_NAMED })}
                </Link>
              )}
            </span>
            <Remedies channel={name ? id : 0} name={name} />
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** A model's name, which leads to it. */
const ModelLink = ({ name }: { name: string }) => (
  <Link to="/models/$" params={{ _splat: name }} className="break-words underline hover:text-primary">
    {name}
  </Link>
)

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

function Pair({ channel_id: id, channel_name, model_name }: Omit<Margin['unknown'][number], 'quota'>) {
  const { t } = useTranslation('margin')
  return (
    <span className="min-w-0 break-words">
      {channel_name ? (
        <Link to="/channel/$id" params={{ id }} className="underline hover:text-primary">
          {channel_name}
        </Link>
      ) : (
        t('unknownName', { id })
      )}
      {' · '}
      <ModelLink name={model_name} />
    </span>
  )
}
