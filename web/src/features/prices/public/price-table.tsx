import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { headClass, SortButton } from '#web/ui/table/grid/head-parts.tsx'
import { nextSort } from '#web/ui/table/search/list-search.ts'
import type { List } from '#web/ui/table/search/use-list.ts'
import { PageCheckbox } from '#web/ui/table/selection/row-checkbox.tsx'
import type { SelectionApi } from '#web/ui/table/selection/selection.ts'
import { tip } from '#web/ui/tooltip.tsx'
import type { Room } from './price-row.tsx'

interface PriceTableProps<Row> {
  list: List
  selection: SelectionApi<Row>
  room: Room
  /** The rows. */
  children: ReactNode
}

/** The price list as a table with a sticky header. */
export function PriceTable<Row>({ list, selection, room, children }: PriceTableProps<Row>) {
  const { t } = useTranslation('pricing')
  const { sort } = list.state
  const sortable = (id: 'name' | 'input' | 'output' | 'cost', width?: string) => {
    const sorted = sort?.id === id ? sort : null
    const end = id !== 'name'
    return (
      <th
        scope="col"
        aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
        className={cx(headClass(false, end), width)}
      >
        <SortButton
          name={t(`column.${id}`)}
          end={end}
          sorted={sorted}
          onSort={() => list.setSort(nextSort(sort, id))}
        />
      </th>
    )
  }
  const plain = (id: 'available' | 'type' | 'groups' | 'ratios', width: string, help?: string) => (
    <th scope="col" className={cx(headClass(false), width)}>
      <span className="block truncate" {...tip(help ?? t(`column.${id}`))}>
        {t(`column.${id}`)}
      </span>
    </th>
  )
  return (
    <section
      aria-label={t('caption')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="surface relative min-h-0 overflow-auto overscroll-x-contain [scroll-padding-top:var(--row-height)] focus-visible:-outline-offset-2"
    >
      <table className="w-full min-w-180 table-fixed border-separate border-spacing-0">
        <caption className="sr-only">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col" className={cx(headClass(false), 'w-9 p-0!')}>
              <PageCheckbox coverage={selection.coverage} onToggle={selection.setPage} />
            </th>
            <td className={cx(headClass(false), 'w-7')} />
            {plain('available', 'w-16')}
            {sortable('name')}
            {room.groups && (
              <>
                {plain('type', 'w-20 lang-en:w-24')}
                {plain('groups', 'w-44')}
              </>
            )}
            {room.ratios && plain('ratios', 'w-56 lang-en:w-64', t('ratio.help'))}
            {sortable('input', 'w-32 lang-en:w-27')}
            {sortable('output', 'w-32 lang-en:w-29')}
            {sortable('cost', 'w-24 lang-en:w-25')}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
