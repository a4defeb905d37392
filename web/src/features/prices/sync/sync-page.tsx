import { useQuery } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { checkPriceLists, type PriceSync } from '#contract/api/price-sync.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
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
  if (!data)
    return (
      <Page title={t('title')} hint={t('hint')}>
        {error ? <ListFailure error={error} onRetry={retry} /> : <Skeleton className="h-80" />}
      </Page>
    )
  return <Sync state={data}>{error && <RefreshFailure error={error} onRetry={retry} />}</Sync>
}

function Sync({ state, children }: { state: PriceSync; children: ReactNode }) {
  const { t } = useTranslation('priceSync')
  const { sources } = state.settings
  const check = useSyncStep(() => call(checkPriceLists, {}))
  const fetch = (
    <Button
      variant="primary"
      icon={<RefreshCw size={16} aria-hidden />}
      loading={check.isPending}
      disabledReason={sources.length === 0 && t('noSources')}
      onClick={() => check.mutate(undefined)}
    >
      {t('check')}
    </Button>
  )
  return (
    <Page title={t('title')} hint={t('hint')} action={fetch}>
      {children}
      <LastReading state={state} isReading={check.isPending} />
      {state.check && <ChangesCard key={state.check.id} state={state} />}
      <SettingsCard settings={state.settings} />
      {state.history.length > 0 && <HistoryCard state={state} />}
    </Page>
  )
}
