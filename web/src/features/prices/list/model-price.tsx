import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { createPriceDrafts, useDrafts, useTermsDrafts } from './price-drafts.ts'
import { PriceList } from './price-list.tsx'
import { priceTableQuery } from './price-query.ts'
import { changedRows, rowsOf } from './price-rows.ts'
import { PriceSaveBar } from './price-save-bar.tsx'

/** The price of one model, editable as in the list of prices. */
export default function ModelPrice({ model }: { model: string }) {
  const { t } = useTranslation('prices')
  const { data: table, error, refetch } = useQuery(priceTableQuery)
  const rows = useMemo(() => table && rowsOf(table)?.filter((row) => row.model === model), [table, model])
  const [store] = useState(createPriceDrafts)
  const review = useRef<HTMLButtonElement>(null)
  const changed = changedRows(rows ?? [], useDrafts(store), useTermsDrafts(store))
  if (!table)
    return error ? <ListFailure error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-24" />
  const group = Object.keys(table.group_ratio)[0] ?? ''
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted text-small">{t('hint', { date: table.list_version })}</p>
      <PriceList
        found={rows ?? []}
        {...{ store, group }}
        ratio={table.group_ratio[group] ?? 1}
        onDone={() => review.current?.focus()}
      />
      <PriceSaveBar {...{ table, store, changed, review }} />
    </div>
  )
}
