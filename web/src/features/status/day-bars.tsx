import { useTranslation } from 'react-i18next'
import type { ModelStatus } from '#contract/api/traffic.ts'
import { dayText, percentText, slotsOf, totalOf } from '#contract/days.ts'
import { fullNumber } from '#web/lib/format.ts'
import { tip } from '#web/ui/tooltip.tsx'
import { levelOf } from './status-list.ts'

const DAYS = 90
const STEP = 4
const FILL = { up: 'fill-success', slow: 'fill-warning', down: 'fill-danger' }

/** The last 90 days of a model, a bar for each; grey = nobody called it. */
export function DayBars({ days }: Pick<ModelStatus, 'days'>) {
  const { t } = useTranslation('status')
  const total = totalOf(days)
  const slots = slotsOf(days, DAYS, Math.floor(Date.now() / 1000))
  const label =
    total.share === undefined
      ? t('bars.none')
      : t('bars.label', { count: total.calls, share: percentText(total.share), calls: fullNumber(total.calls) })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${DAYS * STEP - 1} 20`}
      preserveAspectRatio="none"
      className="h-5 w-full min-w-0"
    >
      {slots.map((day, index) => {
        const tall = day ? 20 : 8
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is a day
            key={index}
            x={index * STEP}
            y={20 - tall}
            width={STEP - 1}
            height={tall}
            className={day ? FILL[levelOf(day)] : 'fill-line'}
            {...tip(day && dayWords(day, t))}
          />
        )
      })}
    </svg>
  )
}

function dayWords(
  { at, served, failed }: ModelStatus['days'][number],
  t: ReturnType<typeof useTranslation<'status'>>['t'],
) {
  return t('bars.day', { day: dayText(at), served: fullNumber(served), failed: fullNumber(failed) })
}
