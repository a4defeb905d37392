import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ModelDay } from '#contract/api/traffic.ts'
import { dayText, percentText, slotsOf, totalOf } from '#contract/days.ts'
import { DASH, fullNumber, roundTo } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { performanceQuery } from './card-queries.ts'
import { DayChart } from './day-chart.tsx'
import { DAYS, failuresOf } from './measured.ts'

/** What this site measured of a model on the last 30 days. */
export default function MeasuredCard({ model }: { model: string }) {
  const { t } = useTranslation('models')
  const { data: days, error } = useQuery(performanceQuery(model))
  const total = days && totalOf(days.map((day) => ({ served: day.served, failed: failuresOf(day) })))
  return (
    <Card title={t('measured.title')} action={<span className="text-small text-muted">{t('measured.hint')}</span>}>
      {error && (
        <p role="alert" className="text-danger">
          {t('measured.failed')} {error.message}
        </p>
      )}
      {!days && !error && <Skeleton className="h-40" />}
      {total?.share === undefined ? (
        days && <p className="text-muted">{t('measured.none')}</p>
      ) : (
        <>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-small text-muted">{t('measured.share')}</span>
            <span className="text-title tabular-nums">{percentText(total.share)}</span>
            <span className="text-small text-muted">
              {t('measured.ofCalls', { count: total.calls, calls: fullNumber(total.calls) })}
            </span>
          </p>
          {days && <Measured days={days} />}
        </>
      )}
    </Card>
  )
}

function Measured({ days }: { days: readonly ModelDay[] }) {
  const { t } = useTranslation('models')
  const slots = slotsOf(days, DAYS, Math.floor(Date.now() / 1000))
  const time = (ms: number) => timeText(ms, t)
  const speed = (value: number) => t('measured.perSecond', { value: fullNumber(Math.round(value)) })
  return (
    <>
      <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <DayChart title={t('measured.first_byte')} days={slots.map((day) => day?.first_byte_ms)} format={time} />
        <DayChart title={t('measured.speed')} days={slots.map((day) => day?.tokens_per_second)} format={speed} />
      </div>
      <details>
        <summary className="w-fit text-primary text-small">{t('measured.table')}</summary>
        <DayTable days={days} time={time} />
      </details>
    </>
  )
}

function DayTable({ days, time }: { days: readonly ModelDay[]; time: (ms: number) => string }) {
  const { t } = useTranslation('models')
  const latest = days.toSorted((one, other) => other.at - one.at)
  const heads = [
    t('measured.day'),
    t('measured.calls'),
    t('measured.failedCalls'),
    `${t('measured.first_byte')} ${t('measured.p50')}`,
    t('measured.p95'),
    `${t('measured.speed')} ${t('measured.p50')}`,
    t('measured.p95'),
  ]
  return (
    <ScrollRegion aria-label={t('measured.byDay')} className="mt-2 max-h-80 overflow-auto">
      <table className="w-full text-small tabular-nums">
        <thead>
          <tr className="text-muted">
            {heads.map((head, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and two have the same head
              <th key={place} scope="col" className={`px-2 py-1 font-normal ${place ? 'text-end' : 'text-start'}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {latest.map((day) => (
            <tr key={day.at} className="border-line border-t *:px-2 *:py-1 *:text-end *:whitespace-nowrap">
              <th scope="row" className="text-start! font-normal">
                {dayText(day.at)}
              </th>
              <td>{fullNumber(day.served + failuresOf(day))}</td>
              <td>{fullNumber(failuresOf(day))}</td>
              <td>{day.first_byte_ms ? time(day.first_byte_ms.p50) : DASH}</td>
              <td>{day.first_byte_ms ? time(day.first_byte_ms.p95) : DASH}</td>
              <td>{day.tokens_per_second?.p50 ?? DASH}</td>
              <td>{day.tokens_per_second?.p95 ?? DASH}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function timeText(ms: number, t: TFunction<'models'>): string {
  if (ms < 1000) return t('measured.ms', { value: Math.round(ms) })
  return t('measured.seconds', { value: roundTo(ms / 1000, ms < 10_000 ? 2 : 1) })
}
