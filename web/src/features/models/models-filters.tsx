import { useTranslation } from 'react-i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import { FEATURES } from '#contract/models.ts'
import { ratioOf as groupRatio, type Viewed } from '#web/features/prices/public/viewed.ts'
import { cx } from '#web/lib/cx.ts'
import { formatPrice, formatRatio } from '#web/lib/format-prices.ts'
import { useStatus } from '#web/lib/status.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { ChoiceFilter, MoreFilters } from '#web/ui/table/search/list-filters.tsx'
import { SearchFilter } from '#web/ui/table/search/search-field.tsx'
import { tokenCount } from './card-words.ts'
import type { Catalogue } from './catalogue-query.ts'
import { cardVendors } from './find-cards.ts'
import { ABILITIES, CONTEXTS, type ModelsList, PRICES } from './models-search.ts'
import { vendorName } from './vendor-name.ts'

interface ModelsFiltersProps {
  list: ModelsList
  isPriceList: boolean
  view: Viewed
  /** Absent while it loads. */
  catalogue: Catalogue | undefined
  groups: readonly string[]
  ratioOf: (row: CatalogueRow) => number
  onView: (group: string) => void
}

const ORDERS = [
  'use',
  'name',
  'first_byte_ms',
  '-tokens_per_second',
  'input',
  '-input',
  '-context',
  '-released',
] as const

/** The filters of the table of models, and its order. */
export function ModelsFilters({ list, isPriceList, view, catalogue, groups, ratioOf, onView }: ModelsFiltersProps) {
  const { t } = useTranslation('models')
  const { t: words } = useTranslation('pricing')
  const { sort, filters } = list.state
  const order = sort ? ORDERS.find((each) => each === `${sort.descending ? '-' : ''}${sort.id}`) : 'use'
  const vendors = cardVendors(catalogue?.rows ?? [], { filters, ratioOf, group: view.group })
  return (
    <>
      <SearchFilter list={list} name="keyword" label={t('filter.searchLabel')} placeholder={t('filter.search')} />
      <MoreFilters list={list} beside={['keyword']}>
        {/* Fixed width: the vendor options load with the models. */}
        <span className="contents *:w-44!">
          <ChoiceFilter
            list={list}
            name="vendor"
            label={t('filter.vendor')}
            options={vendors.map(({ vendor, count }) => ({
              value: vendor,
              label: t('filter.vendorOption', { name: vendorName(words, vendor), count }),
            }))}
          />
        </span>
        {isPriceList ? (
          <PriceFilters {...{ list, view, groups, onView }} ratios={catalogue?.ratios ?? {}} />
        ) : (
          <FactFilters list={list} />
        )}
      </MoreFilters>
      <Select
        aria-label={t('sort.label')}
        className="w-auto max-w-52 max-sm:min-w-0 max-sm:flex-1 max-sm:basis-24"
        value={order ?? 'use'}
        options={ORDERS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={(value) =>
          list.setSort(value === 'use' ? null : { id: value.replace('-', ''), descending: value.startsWith('-') })
        }
      />
    </>
  )
}

/** The filters by what a model is. */
function FactFilters({ list }: { list: ModelsList }) {
  const { t } = useTranslation('models')
  const status = useStatus()
  return (
    <>
      <ChoiceFilter
        list={list}
        name="can"
        label={t('filter.can')}
        options={ABILITIES.map((value) => ({ value, label: t(`ability.${value}`) }))}
      />
      <ChoiceFilter
        list={list}
        name="feature"
        label={t('filter.feature')}
        options={FEATURES.map((value) => ({ value, label: t(`feature.${value}`) }))}
      />
      <ChoiceFilter
        list={list}
        name="context"
        label={t('filter.context')}
        options={CONTEXTS.map((value) => ({ value, label: t('filter.atLeast', { tokens: tokenCount(value) }) }))}
      />
      <ChoiceFilter
        list={list}
        name="price"
        label={t('filter.price')}
        options={PRICES.map((value) => ({
          value,
          label: t('filter.atMost', { price: formatPrice(value, status).replace(/\.00$/, '') }),
        }))}
      />
    </>
  )
}

interface PriceFiltersProps extends Pick<ModelsFiltersProps, 'list' | 'view' | 'groups' | 'onView'> {
  ratios: Catalogue['ratios']
}

/** The filters by how a model is sold, and the choice of the group. */
function PriceFilters({ list, view: { group }, groups, ratios, onView }: PriceFiltersProps) {
  const { t } = useTranslation('pricing')
  const names = groups.includes(group) ? groups : [group, ...groups]
  return (
    <>
      <ChoiceFilter
        list={list}
        name="type"
        label={t('filter.type')}
        options={(['tokens', 'call'] as const).map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      <ChoiceFilter
        list={list}
        name="available"
        label={t('filter.available')}
        options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`filter.${value}`) }))}
      />
      <Select
        aria-label={t('filter.group')}
        className={cx('w-auto max-w-52', list.state.filters.group !== undefined && 'font-strong text-primary')}
        value={group}
        options={names.map((name) => ({
          value: name,
          label: t('filter.groupOption', { group: name, ratio: formatRatio(groupRatio(ratios, name)) }),
        }))}
        onChange={onView}
      />
    </>
  )
}
