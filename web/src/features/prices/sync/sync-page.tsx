import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useTranslation } from 'react-i18next'
import { checkPriceLists, type PriceSync } from '#contract/api/price-sync.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure, RefreshFailure } from '#web/ui/table/list-states.tsx'
import { ChangesCard } from './changes-card.tsx'
import { HistoryCard } from './history-card.tsx'
import { LastReading } from './last-reading.tsx'
import { SettingsCard } from './settings-card.tsx'
import { priceSyncQuery, useSyncStep } from './sync-query.ts'

/** Takes list prices from public lists: what they would change, what was applied, and how it is taken back. */
export function SyncPage() {
  const { t } = useTranslation('priceSync')
  const { data, error, refetch } = useQuery(priceSyncQuery)
  const retry = () => void refetch()
  return (
    <div className="flex min-w-0 flex-col gap-3 px-4 pt-3 pb-6 max-sm:px-3">
      <Link to="/price" className="inline-flex items-center gap-1 self-start text-muted text-small hover:text-text">
        <ArrowLeft size={14} aria-hidden />
        {t('back')}
      </Link>
      {error && data && <RefreshFailure error={error} onRetry={retry} />}
      {data ? (
        <Sync state={data} />
      ) : (
        <>
          <h1 className="text-title">{t('title')}</h1>
          {error ? <ListFailure error={error} onRetry={retry} /> : <Skeleton className="h-80" />}
        </>
      )}
    </div>
  )
}

function Sync({ state }: { state: PriceSync }) {
  const { t } = useTranslation('priceSync')
  const { sources } = state.settings
  const check = useSyncStep(() => call(checkPriceLists, {}))
  return (
    <>
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-60 flex-1">
          <h1 className="text-title">{t('title')}</h1>
          <p className="max-w-prose text-muted text-small">{t('hint')}</p>
        </div>
        <Button
          variant="primary"
          icon={<RefreshCw size={16} aria-hidden />}
          loading={check.isPending}
          disabledReason={sources.length === 0 && t('noSources')}
          onClick={() => check.mutate(undefined)}
        >
          {t('check')}
        </Button>
      </header>
      <LastReading state={state} isReading={check.isPending} />
      {state.check && <ChangesCard key={state.check.id} state={state} />}
      <SettingsCard settings={state.settings} />
      {state.history.length > 0 && <HistoryCard state={state} />}
    </>
  )
}
