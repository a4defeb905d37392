import Hash from 'lucide-react/icons/hash'
import User from 'lucide-react/icons/user'
import { useTranslation } from 'react-i18next'
import { PAYMENT_GATEWAYS } from '#contract/payment-gateways.ts'
import { ORDER_STATUS } from '#contract/statuses.ts'
import { RangeFilter } from '#web/features/logs/filters/range-filter.tsx'
import { ChoiceFilter } from '#web/ui/table/search/choice-filter.tsx'
import { MoreFilters } from '#web/ui/table/search/more-filters.tsx'
import { SearchFilter } from '#web/ui/table/search/search-filter.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import type { orderList } from './order-search.ts'

const ICON = { size: 14, 'aria-hidden': true } as const
const STATUSES = Object.values(ORDER_STATUS)

/** Filters by status, user, gateway, order number and time; each applies immediately. */
export function OrderFilters({ list }: { list: List<(typeof orderList)['filters']> }) {
  const { t } = useTranslation('orders')
  const { t: wallet } = useTranslation('wallet')
  return (
    <>
      <ChoiceFilter
        list={list}
        name="status"
        label={wallet('orders.status')}
        options={STATUSES.map((value) => ({ value, label: wallet(`status.${value}`) }))}
      />
      <MoreFilters list={list} beside={['status']}>
        <SearchFilter
          list={list}
          name="username"
          icon={<User {...ICON} />}
          label={t('filter.user')}
          placeholder={t('filter.user')}
          hint={t('filter.userHint')}
          className="sm:w-36!"
        />
        <SearchFilter
          list={list}
          name="trade_no"
          icon={<Hash {...ICON} />}
          label={t('filter.no')}
          placeholder={t('filter.no')}
          hint={t('filter.noHint')}
          className="sm:w-44!"
        />
        <ChoiceFilter
          list={list}
          name="gateway"
          label={t('column.gateway')}
          options={PAYMENT_GATEWAYS.map((value) => ({ value, label: value }))}
        />
        <RangeFilter list={list} initial="all" />
      </MoreFilters>
    </>
  )
}
