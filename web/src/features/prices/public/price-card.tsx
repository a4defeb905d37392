import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { cx } from '#web/lib/cx.ts'
import { CopyTag } from '#web/ui/copy/copy-tag.tsx'
import { RowCheckbox } from '#web/ui/table/selection/row-checkbox.tsx'
import { AvailabilityIcon, BillingTag, Cost, GroupTags } from './price-cells.tsx'
import type { ModelProps } from './price-row.tsx'
import { formatPrice, isPerCall, usdPerCall, usdPerMillion } from './prices.ts'
import { isAvailable } from './viewed.ts'

/** A model of the price list as a card, for phones. */
export function PriceCard({ row, view, selected, onSelect, open, onOpen, onView, details }: ModelProps) {
  const { t } = useTranslation('pricing')
  const { t: table } = useTranslation('table')
  const name = row.model_name
  const price = usdPerMillion(row, view.ratio)
  return (
    <li
      data-row={name}
      tabIndex={-1}
      className={cx('surface p-3', selected && 'bg-primary-soft', !isAvailable(row, view) && 'text-faint')}
    >
      <div className="flex items-center gap-2">
        <span className="-ms-1">
          <RowCheckbox name={name} checked={selected} onToggle={() => onSelect(false)} />
        </span>
        <span className="min-w-0 flex-1">
          <CopyTag text={name} mark={<ModelMark model={name} vendor={row.vendor} />} label={t('copyName', { name })} />
        </span>
        <AvailabilityIcon row={row} view={view} />
        <BillingTag row={row} />
      </div>
      <dl className="mt-2 grid grid-cols-3 gap-2 tabular-nums">
        {isPerCall(row) ? (
          <Fact name={t('type.call')} className="col-span-2">
            {formatPrice(usdPerCall(row, view.ratio), view.display)}
          </Fact>
        ) : (
          <>
            <Fact name={t('column.input')}>{formatPrice(price.input, view.display)}</Fact>
            <Fact name={t('column.output')}>{formatPrice(price.output, view.display)}</Fact>
          </>
        )}
        <Fact name={t('column.cost')}>
          <Cost row={row} view={view} />
        </Fact>
      </dl>
      <div className="mt-2 flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <GroupTags row={row} view={view} onView={onView} />
        </div>
        <button
          type="button"
          aria-expanded={open}
          aria-label={table(open ? 'collapse' : 'expand', { name })}
          onClick={onOpen}
          className="inline-flex min-h-control items-center gap-1 text-small text-muted"
        >
          {table(open ? 'less' : 'more')}
          <ChevronDown aria-hidden className={cx('size-4 transition-transform', open && 'rotate-180')} />
        </button>
      </div>
      {open && <div className="mt-2">{details}</div>}
    </li>
  )
}

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={cx('min-w-0', className)}>
      <dt className="truncate text-small text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
