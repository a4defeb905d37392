import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { MarginAlert } from '#contract/api/margin.ts'
import { Remedies } from '#web/features/channels/remedies.tsx'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { Money } from '#web/ui/money.tsx'
import { ObjectLink } from '#web/ui/object-link.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Margin } from './queries.ts'

/** Models of a loss that are named; the table by model has all. */
const MAX_NAMED = 8

/** Channels that cost more than they brought in over the last day, and the models that did it. */
export function AlertsCard({ alerts }: { alerts: readonly MarginAlert[] }) {
  const { t } = useTranslation('margin')
  // Losses below a cent follow from rounding.
  const cent = useStatus().quota_per_unit / 100
  return (
    <Banner tone="danger">
      <p>{t('alert.title', { count: alerts.length })}</p>
      <ul className="mt-1 grid gap-2 text-small">
        {alerts.map(({ channel_id: id, channel_name: name, lost, since, models: all }) => {
          const models = all.filter((model) => model.lost >= cent)
          return (
            <li key={id} className="grid gap-1">
              <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span>
                  <ObjectLink kind="channel" id={name && id}>
                    {name || t('unknownName', { id })}
                  </ObjectLink>{' '}
                  {t('alert.lost')} <Money quota={lost} /> · {t('alert.since')} <Time at={since} />
                </span>
                <Remedies channel={name ? id : 0} name={name} />
              </span>
              <span className="flex flex-wrap gap-x-4 gap-y-0.5">
                {models.slice(0, MAX_NAMED).map((model) => (
                  <span key={model.model_name}>
                    <ObjectLink kind="model" id={model.model_name}>
                      {model.model_name}
                    </ObjectLink>{' '}
                    <Money quota={model.lost} />
                  </span>
                ))}
                {models.length > MAX_NAMED && (
                  <Link to="/margin" search={{ channel: id || undefined, by: 'model' }} className="underline">
                    {t('alert.more', { count: models.length - MAX_NAMED })}
                  </Link>
                )}
              </span>
            </li>
          )
        })}
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
            <span className="min-w-0 break-words">
              <ObjectLink kind="channel" id={row.channel_name && row.channel_id}>
                {row.channel_name || t('unknownName', { id: row.channel_id })}
              </ObjectLink>
              {' · '}
              <ObjectLink kind="model" id={row.model_name}>
                {row.model_name}
              </ObjectLink>
            </span>
            <Money quota={row.quota} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
