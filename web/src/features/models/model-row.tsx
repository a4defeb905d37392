import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { priceTexts } from '#web/features/prices/public/price-cells.tsx'
import { isAvailable } from '#web/features/prices/public/viewed.ts'
import { cx } from '#web/lib/cx.ts'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { headClass, SortButton } from '#web/ui/table/grid/head-parts.tsx'
import { openOnClick, openOnEnter } from '#web/ui/table/grid/row-parts.ts'
import { nextSort } from '#web/ui/table/search/list-search.ts'
import type { List } from '#web/ui/table/search/use-list.ts'
import { PageCheckbox, RowCheckbox } from '#web/ui/table/selection/row-checkbox.tsx'
import type { SelectionApi } from '#web/ui/table/selection/selection.ts'
import { tip } from '#web/ui/tooltip.tsx'
import { ExpandButton } from './expand-button.tsx'
import type { CellProps, ModelColumn } from './model-columns.tsx'

export interface ModelProps extends CellProps {
  isSelected: boolean
  onSelect: (range: boolean) => void
  isOpen: boolean
  onOpen: () => void
  /** Content of the expanded row. */
  details: ReactNode
}

/** A model as a table row, which expands to its prices for each group. */
export function ModelRow({ columns, ...props }: ModelProps & { columns: readonly ModelColumn[] }) {
  const { row, view, isSelected, onSelect, isOpen, onOpen, details } = props
  const { t } = useTranslation('pricing')
  const { name } = row
  const cell = cx(
    'h-row overflow-hidden border-line border-b px-2 font-normal whitespace-nowrap group-focus-visible/row:shadow-[inset_0_2px_var(--primary),inset_0_-2px_var(--primary)]',
    isSelected || isOpen ? 'bg-primary-soft' : 'group-hover/row:bg-hover',
  )
  const { call } = priceTexts(row, view.ratio, view.display)
  const draw = ({ id, isNumber, isMuted, cell: Cell }: ModelColumn) => {
    const look = cx(cell, isNumber && 'text-end tabular-nums', isMuted && 'text-muted')
    if (id === 'name') {
      return (
        <th key={id} scope="row" className={cx(look, 'text-start')}>
          <Cell {...props} />
        </th>
      )
    }
    // The price of a call takes the place of both prices of tokens.
    if (call !== undefined && id === 'output') return null
    return (
      <td key={id} className={look} colSpan={call !== undefined && id === 'input' ? 2 : undefined}>
        {call !== undefined && id === 'input' ? t('price.call', { price: call }) : <Cell {...props} />}
      </td>
    )
  }
  return (
    <>
      <tr
        data-row={name}
        tabIndex={-1}
        onKeyDown={(event) => openOnEnter(event, onOpen)}
        onClick={(event) => openOnClick(event, onOpen)}
        className={cx('group/row outline-none', !isAvailable(row, view) && 'text-faint')}
      >
        <td className={cx(cell, 'p-0!')}>
          <RowCheckbox name={name} checked={isSelected} onToggle={onSelect} />
        </td>
        <td className={cx(cell, 'p-0!')}>
          <ExpandButton name={name} expanded={isOpen} onExpand={onOpen} />
        </td>
        {columns.map(draw)}
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={columns.length + 2} className="border-line border-b bg-sunken px-4 py-3">
            {details}
          </td>
        </tr>
      )}
    </>
  )
}

interface ModelsGridProps<Row> {
  list: List
  selection: SelectionApi<Row>
  columns: readonly ModelColumn[]
  /** The rows. */
  children: ReactNode
}

/** The table of models with a sticky header. */
export function ModelsGrid<Row>({ list, selection, columns, children }: ModelsGridProps<Row>) {
  const { t } = useTranslation('models')
  const { sort } = list.state
  const head = ({ id, name, help, width, isSortable, isNumber = false }: ModelColumn) => {
    const sorted = sort?.id === id ? sort : null
    return (
      <th
        key={id}
        scope="col"
        aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
        className={cx(headClass(false, isNumber), width)}
      >
        {isSortable ? (
          <SortButton name={name} end={isNumber} sorted={sorted} onSort={() => list.setSort(nextSort(sort, id))} />
        ) : (
          <span className="block truncate" {...tip(help ?? name)}>
            {name}
          </span>
        )}
      </th>
    )
  }
  return (
    <ScrollRegion
      aria-label={t('caption')}
      className="surface relative min-h-0 overflow-auto overscroll-x-contain [scroll-padding-top:var(--row-height)] focus-visible:-outline-offset-2"
    >
      <table className="w-full min-w-150 table-fixed border-separate border-spacing-0">
        <caption className="sr-only">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col" className={cx(headClass(false), 'w-9 p-0!')}>
              <PageCheckbox coverage={selection.coverage} onToggle={selection.setPage} />
            </th>
            <td className={cx(headClass(false), 'w-7')} />
            {columns.map(head)}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  )
}
