import { useTranslation } from 'react-i18next'
import type { PublicPrice } from '#contract/api/public-prices.ts'
import { cx } from '#web/lib/cx.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { ChoiceFilter } from '#web/ui/table/search/list-filters.tsx'
import { SearchFilter } from '#web/ui/table/search/search-field.tsx'
import { vendorsOf } from './find-models.ts'
import { formatRatio } from './prices.ts'
import type { PricingList } from './pricing-search.ts'
import { ratioOf } from './viewed.ts'

interface PriceFiltersProps {
  list: PricingList
  /** All models; empty while they load. */
  rows: readonly PublicPrice[]
  /** The viewed group. */
  group: string
  groups: readonly string[]
  ratios: Readonly<Record<string, number>> | undefined
  onView: (group: string) => void
}

/** The price list's filters and the choice of the group. */
export function PriceFilters({ list, rows, group, groups, ratios = {}, onView }: PriceFiltersProps) {
  const { t } = useTranslation('pricing')
  const names = groups.includes(group) ? groups : [group, ...groups]
  return (
    <>
      <SearchFilter list={list} name="keyword" label={t('filter.searchLabel')} placeholder={t('filter.search')} />
      {/* Fixed width: the vendor options load with the models. */}
      <span className="contents *:w-44!">
        <ChoiceFilter
          list={list}
          name="vendor"
          label={t('filter.vendor')}
          options={vendorsOf(rows, { filters: list.state.filters, group }).map(({ vendor, count }) => ({
            value: vendor,
            // A vendor added by a newer price list may have no translation yet.
            label: t('filter.vendorOption', { name: t(`vendor.${vendor}` as never, vendor), count }),
          }))}
        />
      </span>
      <ChoiceFilter
        list={list}
        name="type"
        label={t('filter.type')}
        options={[
          { value: 'tokens', label: t('type.tokens') },
          { value: 'call', label: t('type.call') },
        ]}
      />
      <ChoiceFilter
        list={list}
        name="available"
        label={t('filter.available')}
        options={[
          { value: 'yes', label: t('filter.yes') },
          { value: 'no', label: t('filter.no') },
        ]}
      />
      <Select
        aria-label={t('filter.group')}
        className={cx('w-auto max-w-52', list.state.filters.group !== undefined && 'font-strong text-primary')}
        value={group}
        options={names.map((name) => ({
          value: name,
          label: t('filter.groupOption', { group: name, ratio: formatRatio(ratioOf(ratios, name)) }),
        }))}
        onChange={onView}
      />
    </>
  )
}
