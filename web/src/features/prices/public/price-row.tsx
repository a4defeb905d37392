import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicPrice } from '#contract/api/public-prices.ts'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { cx } from '#web/lib/cx.ts'
import { CopyTag } from '#web/ui/copy/copy-tag.tsx'
import { openOnClick, openOnEnter } from '#web/ui/table/grid/row-parts.ts'
import { RowCheckbox } from '#web/ui/table/selection/row-checkbox.tsx'
import { ExpandButton } from './expand-button.tsx'
import { AvailabilityIcon, BillingTag, Cost, GroupTags, ratioTexts } from './price-cells.tsx'
import { formatPrice, isPerCall, usdPerCall, usdPerMillion } from './prices.ts'
import { isAvailable, type Viewed } from './viewed.ts'

export interface ModelProps {
  row: PublicPrice
  view: Viewed
  selected: boolean
  onSelect: (range: boolean) => void
  open: boolean
  onOpen: () => void
  onView: (group: string) => void
  /** Content of the expanded row. */
  details: ReactNode
}

/** The optional columns that fit. */
export interface Room {
  ratios: boolean
  groups: boolean
}

const GROUPS_SHOWN = 3

/** A model of the price list as a table row. */
export function PriceRow({ room, ...props }: ModelProps & { room: Room }) {
  const { row, view, selected, onSelect, open, onOpen, onView, details } = props
  const { t } = useTranslation('pricing')
  const name = row.model_name
  const cell = cx(
    'h-row overflow-hidden border-line border-b px-2 font-normal whitespace-nowrap group-focus-visible/row:shadow-[inset_0_2px_var(--primary),inset_0_-2px_var(--primary)]',
    selected || open ? 'bg-primary-soft' : 'group-hover/row:bg-hover',
  )
  const number = cx(cell, 'text-end tabular-nums')
  const price = usdPerMillion(row, view.ratio)
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
          <RowCheckbox name={name} checked={selected} onToggle={onSelect} />
        </td>
        <td className={cx(cell, 'p-0!')}>
          <ExpandButton name={name} expanded={open} onExpand={onOpen} />
        </td>
        <td className={cell}>
          <AvailabilityIcon row={row} view={view} />
        </td>
        <th scope="row" className={cx(cell, 'text-start')}>
          <CopyTag text={name} mark={<ModelMark model={name} vendor={row.vendor} />} label={t('copyName', { name })} />
        </th>
        {room.groups && (
          <>
            <td className={cell}>
              <BillingTag row={row} />
            </td>
            <td className={cell}>
              <GroupTags row={row} view={view} onView={onView} most={GROUPS_SHOWN} />
            </td>
          </>
        )}
        {room.ratios && (
          <td className={cx(cell, 'text-small')}>
            <span className="block whitespace-normal">
              {ratioTexts({ row, view }, t).map((text, place) => (
                <Fragment key={text}>
                  {place > 0 && ' · '}
                  <span className="whitespace-nowrap">{text}</span>
                </Fragment>
              ))}
            </span>
          </td>
        )}
        {isPerCall(row) ? (
          <td colSpan={2} className={number}>
            {t('price.call', { price: formatPrice(usdPerCall(row, view.ratio), view.display) })}
          </td>
        ) : (
          <>
            <td className={number}>{formatPrice(price.input, view.display)}</td>
            <td className={number}>{formatPrice(price.output, view.display)}</td>
          </>
        )}
        <td className={number}>
          <Cost row={row} view={view} />
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={columnCount(room)} className="border-line border-b bg-sunken px-4 py-3">
            {details}
          </td>
        </tr>
      )}
    </>
  )
}

const ALWAYS = 7

/** Returns the table's number of columns. */
export const columnCount = (room: Room) => ALWAYS + (room.groups ? 2 : 0) + (room.ratios ? 1 : 0)
