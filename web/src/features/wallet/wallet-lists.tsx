import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { HistoryList } from './history-list.tsx'
import { OrdersList } from './orders-list.tsx'

const VIEWS = [undefined, 'orders'] as const

/** The wallet history, and the user's orders with their statuses. */
export default function WalletLists() {
  const { t } = useTranslation('wallet')
  const { view } = useSearch({ from: '/_console/topup' })
  return (
    <section aria-label={t('lists.label')} className="flex min-w-0 flex-col gap-2 pb-2">
      <nav aria-label={t('lists.label')} className="flex border-line border-b">
        {VIEWS.map((each) => (
          <Link
            key={each ?? 'history'}
            from="/topup"
            // The other list starts at its first page.
            search={({ order, size }) => ({ order, size, view: each })}
            resetScroll={false}
            activeProps={{}}
            aria-current={view === each ? 'page' : undefined}
            className={`-mb-px flex min-h-control items-center border-b-2 px-3 ${view === each ? 'border-primary font-strong' : 'border-transparent text-muted'}`}
          >
            {t(each ? 'lists.orders' : 'lists.history')}
          </Link>
        ))}
      </nav>
      {view === 'orders' ? <OrdersList /> : <HistoryList />}
    </section>
  )
}
