import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { percentText, totalOf } from '#contract/days.ts'
import { DayBars } from '#web/features/status/day-bars.tsx'
import { countStates, daysOfAll, splitIncidents } from '#web/features/status/status-list.ts'
import { type SiteStatus, siteStatusQuery } from '#web/features/status/status-page-query.ts'
import { summaryText } from '#web/features/status/summary-text.ts'
import { cx } from '#web/lib/cx.ts'
import { useStatus } from '#web/lib/status.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** How the site worked on the last 90 days; nothing while the status page is not public. */
export default function UptimeBlock() {
  const { t } = useTranslation('home')
  const id = useId()
  const isOn = useStatus().status_page_enabled === true
  const { data, error } = useQuery({ ...siteStatusQuery, enabled: isOn })
  if (!isOn) return null
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="text-title">
            {t('uptime')}
          </h2>
          <p className="text-muted">{t('uptimeHint')}</p>
        </div>
        <Link to="/status" className={buttonClass('default')}>
          {t('uptimeAll')}
          <ArrowRight size={16} aria-hidden />
        </Link>
      </div>
      {error && <p className="text-danger">{t('uptimeFailed')}</p>}
      {!data && !error && <Skeleton className="h-24" />}
      {data && <Uptime data={data} />}
    </section>
  )
}

function Uptime({ data: { models, incidents } }: { data: SiteStatus }) {
  const { t } = useTranslation('status')
  const { t: words } = useTranslation('home')
  const days = daysOfAll(models)
  const { share } = totalOf(days)
  const { down, slow } = countStates(models)
  const { open } = splitIncidents(incidents)
  const isGood = down + slow + open.length === 0
  return (
    <div className="surface flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <p className="flex min-w-0 flex-1 items-baseline gap-2 text-lead">
          <span
            aria-hidden
            className={cx(
              'size-2 shrink-0 -translate-y-px rounded-full',
              isGood ? 'bg-success' : down > 0 ? 'bg-danger' : 'bg-warning',
            )}
          />
          {open[0]?.title ?? summaryText(models, t)}
        </p>
        <p className="text-muted tabular-nums">
          {share === undefined ? t('bars.none') : words('uptimeShare', { share: percentText(share) })}
        </p>
      </div>
      <DayBars days={days} />
    </div>
  )
}
