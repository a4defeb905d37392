import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { wordsQuery } from '../options/option-texts.ts'
import { searchOptions } from '../options/search-options.ts'
import { type Place, placeOf, tabOf } from '../options/sections.ts'
import { OptionRow } from './option-row.tsx'

const route = getRouteApi('/_console/setting')

/** The options that match the search on all tabs, editable in place. */
export function FoundOptions({ typed }: { typed: string }) {
  const { t } = useTranslation('settings')
  const { data: languages, error, refetch } = useQuery(wordsQuery)
  if (!languages) {
    return error ? <ListFailure error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40" />
  }
  const found = searchOptions(typed, languages)
  if (found.length === 0) return <Nothing />
  const groups = Map.groupBy(found, placeOf)
  return (
    <div className="grid gap-4 pb-4">
      <p aria-live="polite" className="text-muted">
        {t('search.found', { count: found.length })}
      </p>
      {[...groups].map(([place, keys]) => place && <Group key={place} place={place} keys={keys} />)}
    </div>
  )
}

function Group({ place, keys }: { place: Place; keys: readonly OptionKey[] }) {
  const { t } = useTranslation('options')
  const { t: ui } = useTranslation('settings')
  return (
    <section aria-label={t(`section.${place}.title`)}>
      <h2 className="mb-1.5 text-body">
        <span className="font-normal text-muted">{ui(`tab.${tabOf(place)}`)} / </span>
        {t(`section.${place}.title`)}
      </h2>
      <div className="divide-y divide-line surface">
        {keys.map((key) => (
          <OptionRow key={key} option={key} />
        ))}
      </div>
    </section>
  )
}

function Nothing() {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const { tab } = route.useSearch()
  return (
    <EmptyState
      icon={<SearchX size={28} aria-hidden />}
      title={t('search.none')}
      hint={t('search.noneHint')}
      action={
        <Button onClick={() => void navigate({ to: '/setting', search: { tab }, replace: true })}>
          {t('search.clear')}
        </Button>
      }
    />
  )
}
