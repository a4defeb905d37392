import { useTranslation } from 'react-i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import { FEATURES } from '#contract/models.ts'
import { formatPrice } from '#web/features/prices/public/prices.ts'
import { useStatus } from '#web/lib/status.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { ChoiceFilter, MoreFilters } from '#web/ui/table/search/list-filters.tsx'
import { SearchFilter } from '#web/ui/table/search/search-field.tsx'
import { tokenCount } from './card-words.ts'
import { cardVendors } from './find-cards.ts'
import { ABILITIES, CONTEXTS, type ModelsList, PRICES } from './models-search.ts'
import { vendorName } from './vendor-name.ts'

interface ModelsFiltersProps {
  list: ModelsList
  /** All models; empty while they load. */
  rows: readonly CatalogueRow[]
  ratioOf: (row: CatalogueRow) => number
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

/** The filters of the catalogue, and its order. */
export function ModelsFilters({ list, rows, ratioOf }: ModelsFiltersProps) {
  const { t } = useTranslation('models')
  const { t: words } = useTranslation('pricing')
  const status = useStatus()
  const { sort, filters } = list.state
  const order = sort ? ORDERS.find((each) => each === `${sort.descending ? '-' : ''}${sort.id}`) : 'use'
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
            options={cardVendors(rows, { filters, ratioOf }).map(({ vendor, count }) => ({
              value: vendor,
              label: t('filter.vendorOption', { name: vendorName(words, vendor), count }),
            }))}
          />
        </span>
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
      </MoreFilters>
      <Select
        aria-label={t('sort.label')}
        className="w-auto max-w-52"
        value={order ?? 'use'}
        options={ORDERS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={(value) =>
          list.setSort(value === 'use' ? null : { id: value.replace('-', ''), descending: value.startsWith('-') })
        }
      />
    </>
  )
}
