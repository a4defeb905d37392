import { useQuery } from '@tanstack/react-query'
import EqualNotIcon from 'lucide-react/icons/equal-not'
import Plus from 'lucide-react/icons/plus'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LogFacets } from '#contract/api/logs.ts'
import { cx } from '#web/lib/cx.ts'
import { formatTime, fullNumber, shortNumber } from '#web/lib/format.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EndCut } from '#web/ui/table/cells.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { facetsQuery } from '../rows/log-list.ts'
import { typeOf } from '../rows/row-kind.ts'
import { isTestName } from '../rows/row-text.ts'
import type { FacetsProps } from './facets-button.tsx'
import { type Change, except, type Field, leftOut, only, takenIn } from './value-filters.ts'

type FacetField = Exclude<keyof LogFacets, 'since'>
const ORDER: readonly FacetField[] = ['status', 'type', 'model_name', 'token_name', 'channel', 'username']

/** The panel of `FacetsButton`, initially open. */
export default function FacetsPanel({ scope, filters, onFilter, trigger }: FacetsProps & { trigger: ReactElement }) {
  const { t } = useTranslation('logs')
  const [open, setOpen] = useState(true)
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...facetsQuery(scope, filters), enabled: open })
  const filled = data ? ORDER.filter((field) => data[field].length > 0) : []
  return (
    <Popover
      trigger={trigger}
      title={t('facets.title')}
      open={open}
      onOpenChange={setOpen}
      className="w-160 max-w-[calc(100vw-1rem)]!"
    >
      {!data && error && <ListFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && (
        <>
          <p className={cx('mb-2 text-small', data.since === null ? 'text-muted' : 'text-warning')}>
            {data.since === null ? t('facets.hint') : t('facets.capped', { time: formatTime(data.since) })}
          </p>
          {filled.length === 0 && <p className="text-muted">{t('facets.none')}</p>}
          <div aria-busy={isPlaceholderData} className={cx('gap-x-4 sm:columns-2', isPlaceholderData && 'opacity-60')}>
            {filled.map((field) => (
              <Facet key={field} field={field} values={data[field]} filters={filters} onFilter={onFilter} />
            ))}
          </div>
        </>
      )}
    </Popover>
  )
}

interface FacetProps extends Pick<FacetsProps, 'filters' | 'onFilter'> {
  field: FacetField
  values: readonly { value: string | number; count: number }[]
}

const AT_FIRST = 6

function Facet({ field, values, filters, onFilter }: FacetProps) {
  const { t } = useTranslation('logs')
  const [all, setAll] = useState(false)
  const name = t(`facets.field.${field}`)
  const highest = Math.max(1, ...values.map(({ count }) => count))
  const out = new Set(leftOut(filters).flatMap((each) => (each.field === field ? each.value : [])))
  const wordOf = (value: string | number) => {
    if (field === 'type') return t(`type.${typeOf(Number(value))}`)
    if (field === 'status') return t(value === 'failed' ? 'status.failed' : 'status.served')
    return field === 'token_name' && isTestName(String(value)) ? t('row.test') : String(value)
  }
  return (
    <fieldset className="mb-3 break-inside-avoid">
      <legend className="mb-1 text-muted text-small">{name}</legend>
      <ul>
        {(all ? values : values.slice(0, AT_FIRST)).map(({ value, count }) => {
          const word = wordOf(value)
          const chosen = filters[field] === value
          const away = out.has(String(value))
          const toggle = (excluded: boolean) =>
            onFilter(changeOf(filters, field, value, { excluded, chosen, away }) as Partial<typeof filters>)
          return (
            <li key={value} className="group/value flex items-center gap-1">
              <button
                type="button"
                aria-pressed={chosen}
                aria-label={t('facets.value', { field: name, value: word, rows: fullNumber(count) })}
                className={cx(
                  'relative isolate flex min-h-7 min-w-0 flex-1 items-center justify-between gap-2 rounded-control px-2 text-start hover:bg-hover coarse:min-h-control',
                  chosen && 'font-strong text-primary',
                  away && 'text-faint line-through',
                )}
                onClick={(event) => toggle(event.altKey && field !== 'status')}
              >
                <span
                  aria-hidden
                  className="absolute inset-y-0.5 start-0 -z-1 rounded-control bg-primary-soft"
                  style={{ width: `${(count / highest) * 100}%` }}
                />
                <EndCut text={word} />
                <span className="text-muted tabular-nums">{shortNumber(count)}</span>
              </button>
              {field !== 'status' && (
                <IconButton
                  size="small"
                  label={t(away ? 'facets.takeIn' : 'facets.leaveOut', { value: word })}
                  icon={away ? <Plus size={14} aria-hidden /> : <EqualNotIcon size={14} aria-hidden />}
                  onClick={() => toggle(true)}
                />
              )}
            </li>
          )
        })}
      </ul>
      {values.length > AT_FIRST && (
        <button type="button" className="min-h-7 px-2 text-primary text-small" onClick={() => setAll(!all)}>
          {all ? t('facets.less') : t('facets.more', { count: values.length - AT_FIRST })}
        </button>
      )}
    </fieldset>
  )
}

/**
 * Returns the filter change of pressing a value: includes or excludes it, or clears the filter when pressed
 * again.
 */
function changeOf(
  filters: FacetsProps['filters'],
  field: FacetField,
  value: string | number,
  { excluded, chosen, away }: { excluded: boolean; chosen: boolean; away: boolean },
): Change {
  if (field === 'status') return { status: chosen ? undefined : (value as 'served' | 'failed') }
  const narrowed: Field = field
  if (away) return takenIn(filters, narrowed, value)
  if (excluded) return except(filters, narrowed, value)
  return chosen ? { [narrowed]: undefined } : only(narrowed, value)
}
