import type { TFunction } from 'i18next'
import Check from 'lucide-react/icons/check'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import { useTranslation } from 'react-i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import { hasOutputPrice } from '#contract/models.ts'
import { cx } from '#web/lib/cx.ts'
import { DASH, type QuotaDisplay } from '#web/lib/format.ts'
import { formatCharge, formatPrice, formatRatio, shortRatio } from '#web/lib/format-prices.ts'
import { abbreviateNames } from '#web/ui/table/bulk/abbreviate-names.ts'
import { Tag } from '#web/ui/tag.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { isPerCall, type PricedRow, type Tokens, usdOfCall, usdPerCall, usdPerMillion } from './prices.ts'
import { isAvailable, type Viewed } from './viewed.ts'

interface CellProps {
  row: CatalogueRow
  view: Viewed
}

/** Shows whether the viewed group can use the model. */
export function AvailabilityIcon({ row, view }: { row: CatalogueRow; view: Pick<Viewed, 'group' | 'own'> }) {
  const { t } = useTranslation('pricing')
  const { group, own } = view
  const yes = isAvailable(row, view)
  const word = own ? t(yes ? 'available' : 'unavailable') : t(yes ? 'availableTo' : 'unavailableTo', { group })
  const Icon = yes ? CircleCheck : CircleX
  return (
    <span role="img" aria-label={word} {...tip(word)} className="inline-flex align-middle">
      <Icon size={16} aria-hidden className={yes ? 'text-success' : 'text-warning'} />
    </span>
  )
}

/** The prices of input and output as texts; a dash where a model has no output, `call` where it is billed per call. */
export function priceTexts(row: PricedRow, ratio: number, display: QuotaDisplay) {
  if (isPerCall(row)) return { call: formatPrice(usdPerCall(row, ratio), display) }
  const { input, output } = usdPerMillion(row, ratio)
  return {
    input: formatPrice(input, display),
    output: hasOutputPrice(row.kind) ? formatPrice(output, display) : DASH,
  }
}

/** The model's billing mode. */
export function BillingTag({ row }: { row: CatalogueRow }) {
  const { t } = useTranslation('pricing')
  const call = isPerCall(row)
  return <span className="text-muted">{t(call ? 'type.call' : 'type.tokens')}</span>
}

/** Returns the price factors as texts. */
export function ratioTexts({ row, view }: CellProps, t: TFunction<'pricing'>): string[] {
  const group = t('ratio.group', { ratio: formatRatio(view.groupRatio) })
  if (isPerCall(row)) return [group]
  return [
    t('ratio.model', { ratio: formatRatio(row.model_ratio) }),
    ...(hasOutputPrice(row.kind) ? [t('ratio.completion', { ratio: shortRatio(row.completion_ratio) })] : []),
    group,
  ]
}

/** The cost of one call. */
export const costText = (row: PricedRow, ratio: number, display: QuotaDisplay, tokens: Tokens) =>
  formatCharge(usdOfCall(row, ratio, display.quota_per_unit, tokens), display)

/** The cost of the calculator's call. */
export const Cost = ({ row, view }: CellProps) => costText(row, view.ratio, view.display, view.tokens)

interface GroupTagsProps extends CellProps {
  onView: (group: string) => void
  /** Further groups are listed in a tooltip. */
  most?: number
}

/** The groups that can use the model; clicking one shows its prices. */
export function GroupTags({ row, view, onView, most = Number.POSITIVE_INFINITY }: GroupTagsProps) {
  const { t } = useTranslation('pricing')
  const groups = row.enable_groups
  const others = groups.slice(most)
  return (
    <span className="flex flex-wrap items-center gap-1">
      {groups.slice(0, most).map((group) => {
        const chosen = group === view.group
        return (
          <button
            key={group}
            type="button"
            aria-pressed={chosen}
            aria-label={t('groups.view', { group })}
            className="inline-flex min-h-6 max-w-full min-w-6 items-center justify-center"
            onClick={() => onView(group)}
          >
            <Tag className={cx(chosen ? 'bg-primary-soft! text-primary' : 'hover:underline')}>
              {chosen && <Check size={12} aria-hidden className="shrink-0" />}
              <span className="truncate">{group}</span>
            </Tag>
          </button>
        )
      })}
      {others.length > 0 && (
        <span
          className="text-small text-muted"
          {...tip(t('groups.others', { groups: abbreviateNames(others, others.length) }))}
        >
          {t('groups.more', { count: others.length })}
        </span>
      )}
    </span>
  )
}
