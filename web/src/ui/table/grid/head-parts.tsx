import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import type { Sort } from '../search/list-search.ts'

interface SortButtonProps {
  /** Name of the column. */
  name: string
  /** Aligned at the end, as numbers are. */
  end: boolean
  sorted: Sort | null
  onSort: () => void
}

/** The name of a sortable column, with its sort state. */
export function SortButton({ name, end, sorted, onSort }: SortButtonProps) {
  const { t } = useTranslation('table')
  const then = sorted ? (sorted.descending ? 'none' : 'descending') : 'ascending'
  const Icon = sorted ? (sorted.descending ? ArrowDown : ArrowUp) : ChevronsUpDown
  return (
    <button
      type="button"
      title={t(`sort.${then}`, { column: name })}
      onClick={onSort}
      className={cx(
        'inline-flex min-h-6 max-w-full items-center gap-1 rounded-control hover:text-text',
        end && 'flex-row-reverse',
      )}
    >
      <span className={cx('truncate', sorted && 'text-text')}>{name}</span>
      <Icon
        aria-hidden
        className={cx(
          'size-3 shrink-0',
          !sorted && 'opacity-0 group-hover/head:opacity-60 group-focus-within/head:opacity-60',
        )}
      />
    </button>
  )
}

/** Cells of the sticky head row; pinned ones lie above the others. */
export function headClass(pinned: 'start' | 'end' | false | undefined, end = false) {
  return cx(
    'group/head sticky top-0 h-row border-line border-b bg-raised px-2 text-small font-normal text-muted',
    pinned ? 'z-3' : 'z-2',
    end ? 'text-end' : 'text-start',
  )
}

/** The border between pinned and scrolling cells; shown only while content is scrolled out of view. */
export function pinnedEdge(pinned: 'start' | 'end' | false | undefined) {
  if (pinned === 'start') return 'group-data-overflow/region:border-e'
  return pinned === 'end' && 'group-data-overflow/region:border-s'
}
