import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { zoneName } from '#web/lib/format.ts'
import { fromLocalInput, toLocalInput } from '#web/ui/form/local-time.ts'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { List } from '#web/ui/table/use-list.ts'
import { tip } from '#web/ui/tooltip.tsx'
import { type logList, RANGES, type Range } from './log-search.ts'
import { chooseRange, rangeOf } from './time-range.ts'

interface RangeFilterProps {
  list: List<Pick<(typeof logList)['filters'], 'range' | 'from' | 'to'>>
  /** What the list shows when nothing is chosen; today by default. */
  initial?: Range
}

/** The time that a list covers: a range by name that ends now, or two moments. */
export function RangeFilter({ list, initial }: RangeFilterProps) {
  const { t } = useTranslation('logs')
  const filters = { ...list.state.filters, initial }
  const range = rangeOf(filters)
  return (
    <>
      <Select
        aria-label={t('filter.time')}
        className="w-auto"
        value={range}
        options={[...RANGES, 'custom' as const].map((value) => ({ value, label: t(`range.${value}`) }))}
        onChange={(next) => list.setFilters(chooseRange(filters, next, Math.floor(Date.now() / 1000)))}
      />
      {range === 'custom' && (
        <span className="flex flex-wrap items-center gap-1 max-sm:w-full">
          <Moment
            label={t('filter.from')}
            value={filters.from}
            onChange={(from) => list.setFilters({ from }, 'replace')}
          />
          <span aria-hidden className="text-muted max-sm:hidden">
            –
          </span>
          <Moment label={t('filter.to')} value={filters.to} onChange={(to) => list.setFilters({ to }, 'replace')} />
        </span>
      )}
    </>
  )
}

interface MomentProps {
  label: string
  /** Unix seconds; undefined leaves this side open. */
  value: number | undefined
  onChange: (value: number | undefined) => void
}

const TYPING_MS = 600

function Moment({ label, value, onChange }: MomentProps) {
  const text = toLocalInput(value ?? 0)
  const [typed, setTyped] = useState(text)
  const [seen, setSeen] = useState(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (text !== seen) {
    setSeen(text)
    setTyped(text)
  }

  const apply = (next: string) => {
    clearTimeout(timer.current)
    const seconds = fromLocalInput(next)
    const moment = Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
    if (moment !== value) onChange(moment)
  }
  return (
    <Input
      type="datetime-local"
      step={1}
      aria-label={label}
      {...tip(`${label} · ${zoneName()}`)}
      className="w-60! max-sm:w-full!"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => apply(target.value), TYPING_MS)
      }}
      onBlur={() => apply(typed)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply(typed)
      }}
    />
  )
}
