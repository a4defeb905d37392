import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AvailabilityIcon, BillingTag, Cost, GroupTags, priceTexts } from '#web/features/prices/public/price-cells.tsx'
import { isAvailable } from '#web/features/prices/public/viewed.ts'
import { cx } from '#web/lib/cx.ts'
import { RowCheckbox } from '#web/ui/table/selection/row-checkbox.tsx'
import { mediaWords, tokenCount } from './card-words.ts'
import { ModelLink } from './model-link.tsx'
import type { ModelProps } from './model-row.tsx'
import { Retirement } from './retirement.tsx'
import { useDescription } from './use-description.ts'

interface ModelCardProps extends ModelProps {
  isPriceList: boolean
  hasCosts: boolean
  onView: (group: string) => void
}

/** A model as a card, for phones. */
export function ModelCard(props: ModelCardProps) {
  const { row, view, isSelected, onSelect, isOpen, onOpen, onView, details, isPriceList, hasCosts } = props
  const { t } = useTranslation(['pricing', 'models', 'table'])
  const { t: modelWords } = useTranslation('models')
  const about = useDescription(row)
  const { input, output, call } = priceTexts(row, view.ratio, view.display)
  const facts = [row.context !== null && t('models:contextOf', { tokens: tokenCount(row.context) })]
  const words = [...facts, ...mediaWords(row, modelWords)].filter(Boolean).join(' · ')
  const more = (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={t(isOpen ? 'table:collapse' : 'table:expand', { name: row.name })}
      onClick={onOpen}
      className="inline-flex min-h-control items-center gap-1 text-small text-muted"
    >
      {t(isOpen ? 'table:less' : 'table:more')}
      <ChevronDown aria-hidden className={cx('size-4 transition-transform', isOpen && 'rotate-180')} />
    </button>
  )
  return (
    <li
      data-row={row.name}
      tabIndex={-1}
      className={cx('surface p-3', isSelected && 'bg-primary-soft', !isAvailable(row, view) && 'text-faint')}
    >
      <div className="flex items-center gap-2">
        <span className="-ms-1">
          <RowCheckbox name={row.name} checked={isSelected} onToggle={() => onSelect(false)} />
        </span>
        <span className="min-w-0 flex-1">
          <ModelLink row={row} />
        </span>
        {isPriceList && <AvailabilityIcon row={row} view={view} />}
        {isPriceList && <BillingTag row={row} />}
      </div>
      {!isPriceList && about && <p className="mt-1 line-clamp-2 text-muted">{about}</p>}
      {!isPriceList && words && <p className="mt-1 text-small text-muted">{words}</p>}
      <Retirement row={row} />
      <div className="mt-2 flex items-end gap-2">
        <dl
          className={cx(
            'grid min-w-0 flex-1 gap-2 tabular-nums',
            hasCosts || isPriceList ? 'grid-cols-3' : 'grid-cols-2',
          )}
        >
          {call === undefined ? (
            <>
              <Fact name={t('column.input')}>{input}</Fact>
              <Fact name={t('column.output')}>{output}</Fact>
            </>
          ) : (
            <Fact name={t('type.call')} className="col-span-2">
              {call}
            </Fact>
          )}
          {hasCosts && (
            <Fact name={t('column.cost')}>
              <Cost row={row} view={view} />
            </Fact>
          )}
        </dl>
        {!isPriceList && more}
      </div>
      {isPriceList && (
        <div className="mt-2 flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <GroupTags row={row} view={view} onView={onView} />
          </div>
          {more}
        </div>
      )}
      {isOpen && <div className="mt-2">{details}</div>}
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
