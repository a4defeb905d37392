import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MAX_MARGIN_ROWS, type MarginRow } from '#contract/api/margin.ts'
import { Remedies } from '#web/features/channels/remedies.tsx'
import { ModelName } from '#web/features/vendors/vendor-mark.tsx'
import { DASH, formatPercent, formatTime, fullNumber } from '#web/lib/format.ts'
import { Money } from '#web/ui/money.tsx'
import { Status } from '#web/ui/status.tsx'
import { marginOf, rateOf, unknownShare } from './margin.ts'
import { type By, type MarginSearch, SORTS, type Sort } from './margin-search.ts'
import type { Margin } from './queries.ts'
import { spanOf } from './span.ts'

interface MarginTableProps {
  margin: Margin
  search: MarginSearch
  onChange: (patch: MarginSearch) => void
}

const DAY = 86_400

/** A row for each channel, model, user, group or day, sorted by the server. */
export function MarginTable({ margin, search, onChange }: MarginTableProps) {
  const { t } = useTranslation('margin')
  const { by = 'channel' } = search
  const sort = search.sort ?? (by === 'day' ? 'name' : 'quota')
  const order = search.order ?? 'desc'
  const change = (next: Sort) => {
    const first = next === 'name' && by !== 'day' ? 'asc' : 'desc'
    onChange({ sort: next, order: next !== sort ? first : order === 'desc' ? 'asc' : 'desc' })
  }
  return (
    <section
      aria-label={t('title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by the keyboard
      tabIndex={0}
      className="surface relative overflow-x-auto"
    >
      <table className="w-full tabular-nums">
        <thead className="text-muted text-small">
          <tr className="h-row border-line border-b">
            {SORTS.map((column) => (
              <th
                key={column}
                scope="col"
                aria-sort={column === sort ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
                className={`whitespace-nowrap px-3 ${column === 'name' ? 'text-left' : 'text-right'}`}
              >
                <button type="button" className="min-h-8 hover:text-text" onClick={() => change(column)}>
                  {column === 'name' ? t(`by.${by}`) : t(`column.${column}`)}
                  <span aria-hidden className="ms-1">
                    {column === sort ? (order === 'asc' ? '↑' : '↓') : ''}
                  </span>
                </button>
              </th>
            ))}
            <th scope="col" className="px-3">
              <span className="sr-only">{t('column.log')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {margin.rows.map((row) => (
            <Row key={`${row.id} ${row.name}`} row={row} by={by} search={search} alerts={margin.alerts} />
          ))}
        </tbody>
      </table>
      {margin.more && <p className="px-3 py-2 text-muted text-small">{t('more', { count: MAX_MARGIN_ROWS })}</p>}
    </section>
  )
}

interface RowProps {
  row: MarginRow
  by: By
  search: MarginSearch
  alerts: Margin['alerts']
}

function Row({ row, by, search, alerts }: RowProps) {
  const { t } = useTranslation('margin')
  const margin = marginOf(row)
  const rate = rateOf(row)
  const unknown = unknownShare(row)
  const isAlerting =
    (by === 'channel' && alerts.some(({ channel_id }) => channel_id === row.id)) ||
    (by === 'model' && alerts.some(({ models }) => models.some(({ model_name }) => model_name === row.name)))
  const cell = 'whitespace-nowrap px-3 text-right'
  const name = nameOf(row, by) || t('unknownName', { id: row.id })
  return (
    <tr className="h-row border-line border-b last:border-b-0 hover:bg-hover">
      <th scope="row" className="max-w-64 px-3 text-left font-normal">
        <span className="flex items-center gap-2">
          <Link
            to="/margin"
            search={{ ...search, ...drill(row, by, search), sort: undefined, order: undefined }}
            className="min-w-0 truncate hover:text-primary hover:underline"
          >
            {by === 'model' && row.name ? <ModelName model={row.name} /> : name}
          </Link>
          {isAlerting && <Status colour="red">{t('alerting')}</Status>}
        </span>
      </th>
      <td className={cell}>{fullNumber(row.count)}</td>
      <td className={cell}>
        <Money quota={row.quota} digits={6} />
      </td>
      <td className={cell}>
        <Money quota={row.cost} digits={6} />
      </td>
      <td className={`${cell} ${margin < 0 ? 'text-danger' : ''}`}>
        <Money quota={margin} digits={6} />
      </td>
      <td className={`${cell} ${margin < 0 ? 'text-danger' : ''}`}>{rate === null ? DASH : formatPercent(rate)}</td>
      <td className={`${cell} ${unknown > 0 ? 'text-warning' : 'text-muted'}`}>{formatPercent(unknown)}</td>
      <td className={cell}>
        <span className="flex items-center justify-end gap-3">
          {isAlerting && row.name && (
            <Remedies {...(by === 'channel' ? { channel: row.id, name: row.name } : { model: row.name })} />
          )}
          {by !== 'group' && (
            <Link to="/log" search={logOf(row, by, search)} className="text-primary text-small hover:underline">
              {t('column.log')}
            </Link>
          )}
        </span>
      </td>
    </tr>
  )
}

const nameOf = (row: MarginRow, by: By) => (by === 'day' ? formatTime(row.id).slice(0, 10) : row.name)

/** The search that shows what a row consists of. */
function drill(row: MarginRow, by: By, search: MarginSearch): MarginSearch {
  if (by === 'channel') return { channel: row.id || undefined, by: 'model' }
  if (by === 'model') return { model_name: row.name || undefined, by: undefined }
  if (by === 'user') return { username: row.name || undefined, by: 'model' }
  if (by === 'group') return { group: row.name || undefined, by: 'user' }
  const { start, end } = spanOf(search, Math.floor(Date.now() / 1000))
  return { period: undefined, from: Math.max(row.id, start), to: Math.min(row.id + DAY - 1, end), by: undefined }
}

/** The calls of a row in the log. */
function logOf(row: MarginRow, by: By, search: MarginSearch) {
  const { start, end } = spanOf(search, Math.floor(Date.now() / 1000))
  const isDay = by === 'day'
  return {
    type: 2 as const,
    from: isDay ? Math.max(row.id, start) : start,
    to: isDay ? Math.min(row.id + DAY - 1, end) : end,
    channel: by === 'channel' ? row.id || undefined : search.channel,
    model_name: by === 'model' ? row.name || undefined : search.model_name,
    username: by === 'user' ? row.name || undefined : search.username,
  }
}
