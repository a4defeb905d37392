import { Link, useNavigate } from '@tanstack/react-router'
import ListTree from 'lucide-react/icons/list-tree'
import ScrollText from 'lucide-react/icons/scroll-text'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_MARGIN_ROWS, type MarginRow } from '#contract/api/margin.ts'
import { Remedies } from '#web/features/channels/remedies.tsx'
import { ModelName } from '#web/features/vendors/vendor-mark.tsx'
import { cx } from '#web/lib/cx.ts'
import { DASH, formatPercent, formatTime, fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { ObjectLink, objectPage } from '#web/ui/object-link.tsx'
import { Status } from '#web/ui/status.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { tip } from '#web/ui/tooltip.tsx'
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
  const navigate = useNavigate()
  const { by = 'channel' } = search
  const sort = search.sort ?? (by === 'day' ? 'name' : 'quota')
  const order = search.order ?? 'desc'
  const change = (next: Sort) => {
    const first = next === 'name' && by !== 'day' ? 'asc' : 'desc'
    onChange({ sort: next, order: next !== sort ? first : order === 'desc' ? 'asc' : 'desc' })
  }
  const isAlerting = (row: MarginRow) =>
    margin.alerts.some(({ channel_id, models }) =>
      by === 'channel'
        ? channel_id === row.id
        : by === 'model' && models.some(({ model_name }) => model_name === row.name),
    )
  // Less than a cent follows from rounding.
  const cent = useStatus().quota_per_unit / 100
  const lossLook = (row: MarginRow) => cx(marginOf(row) <= -cent && 'text-danger')
  const cells: Record<Sort, (row: MarginRow) => ReactNode> = {
    name: (row) => <Name row={row} search={search} isAlerting={isAlerting(row)} />,
    count: ({ count }) => fullNumber(count),
    quota: ({ quota }) => <Money quota={quota} />,
    cost: ({ cost }) => <Money quota={cost} />,
    margin: (row) => (
      <span className={lossLook(row)}>
        <Money quota={marginOf(row)} />
      </span>
    ),
    rate(row) {
      const rate = rateOf(row)
      return <span className={lossLook(row)}>{rate === null ? DASH : formatPercent(rate)}</span>
    },
    unknown(row) {
      const share = unknownShare(row)
      return <span className={share > 0 ? 'text-warning' : 'text-muted'}>{formatPercent(share)}</span>
    },
  }
  return (
    <>
      <PlainTable
        scrolls
        label={t('title')}
        rows={margin.rows}
        keyOf={({ id, name }) => `${id} ${name}`}
        onOpen={(row) => {
          const id = objectOf(row, by)
          const isObject = by !== 'group' && by !== 'day' && id !== null
          void navigate(isObject ? objectPage(by, id) : partsOf(row, by, search))
        }}
        sort={{ id: sort, descending: order === 'desc' }}
        onSort={(id) => change(id as Sort)}
        columns={[
          ...SORTS.map((id) => ({
            name: id === 'name' ? t(`by.${by}`) : t(`column.${id}`),
            sort: id,
            number: id !== 'name',
            cell: cells[id],
          })),
          {
            name: t('column.log'),
            quiet: true,
            number: true,
            cell: (row) => <RowLinks row={row} search={search} isAlerting={isAlerting(row)} />,
          },
        ]}
      />
      {margin.more && <p className="px-3 text-muted text-small">{t('more', { count: MAX_MARGIN_ROWS })}</p>}
    </>
  )
}

interface CellProps {
  row: MarginRow
  search: MarginSearch
  /** The row costs more than it brings in. */
  isAlerting: boolean
}

/** The name leads to its object. */
function Name({ row, search, isAlerting }: CellProps) {
  const { t } = useTranslation('margin')
  const { by = 'channel' } = search
  const name = nameOf(row, by) || t('unknownName', { id: row.id })
  return (
    <span className="flex max-w-64 items-center gap-2">
      {by === 'group' || by === 'day' ? (
        name
      ) : (
        <ObjectLink kind={by} id={objectOf(row, by)}>
          {by === 'model' && row.name ? <ModelName model={row.name} /> : name}
        </ObjectLink>
      )}
      {isAlerting && <Status colour="red">{t('alerting')}</Status>}
    </span>
  )
}

/** The remedies of a model that loses, the parts of the row, and its calls. The notice above has remedies of channels. */
function RowLinks({ row, search, isAlerting }: CellProps) {
  const { t } = useTranslation('margin')
  const { by = 'channel' } = search
  const name = nameOf(row, by) || t('unknownName', { id: row.id })
  return (
    <span className="flex items-center justify-end gap-0.5">
      {isAlerting && by === 'model' && row.name && <Remedies model={row.name} />}
      <Link
        {...partsOf(row, by, search)}
        aria-label={t('breakDownOf', { name })}
        className={LINK}
        {...tip(t('breakDown'))}
      >
        <ListTree size={15} aria-hidden />
      </Link>
      {by !== 'group' && (
        <Link
          to="/log"
          search={logOf(row, by, search)}
          aria-label={`${t('column.log')}: ${name}`}
          className={LINK}
          {...tip(t('column.log'))}
        >
          <ScrollText size={15} aria-hidden />
        </Link>
      )}
    </span>
  )
}

const LINK = buttonClass('ghost', 'small', '-my-1 px-1.5! text-muted! hover:text-text!')

const nameOf = (row: MarginRow, by: By) => (by === 'day' ? formatTime(row.id).slice(0, 10) : row.name)

/** Returns the id of the row's object; null = the row has none, or the object was deleted. */
const objectOf = ({ id, name }: MarginRow, by: By) =>
  by === 'group' || by === 'day' || !name ? null : by === 'model' ? name : id

/** Returns where the parts of a row are listed. */
const partsOf = (row: MarginRow, by: By, search: MarginSearch) =>
  ({
    to: '/margin',
    search: { ...search, ...drill(row, by, search), sort: undefined, order: undefined },
  }) as const

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
