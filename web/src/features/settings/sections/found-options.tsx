import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { wordsQuery } from '../options/option-texts.ts'
import { searchOptions, searchPages } from '../options/search-options.ts'
import { type Place, placeOf, searchOf, tabOf } from '../options/sections.ts'
import { OptionRow } from './option-row.tsx'
import { PlaceRows } from './section-rows.tsx'

const route = getRouteApi('/_console/setting')

/** The options that match the search on all tabs, editable in place. */
export default function FoundOptions({ typed }: { typed: string }) {
  const { t } = useTranslation('settings')
  const { data: languages, error, refetch } = useQuery(wordsQuery)
  if (!languages) {
    return error ? <ListFailure error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40" />
  }
  const pages = searchPages(typed, languages)
  const found = searchOptions(typed, languages).filter((key) => !pages.some((page) => page === placeOf(key)))
  if (found.length + pages.length === 0) return <Nothing />
  const groups = Map.groupBy(found, placeOf)
  return (
    <div className="grid gap-4 pb-4">
      <p aria-live="polite" className="text-muted">
        {t('search.found', { count: found.length + pages.length })}
      </p>
      {pages.length > 0 && <PlaceRows places={pages} />}
      {[...groups].map(([place, keys]) => place && <Group key={place} place={place} keys={keys} />)}
    </div>
  )
}

function Group({ place, keys }: { place: Place; keys: readonly OptionKey[] }) {
  const { t } = useTranslation('options')
  const { t: shell } = useTranslation('shell')
  return (
    <section aria-label={t(`section.${place}.title`)}>
      <h2 className="mb-1.5 text-body">
        <span className="font-normal text-muted">{shell(`tab.${tabOf(place)}`)} / </span>
        <Link to="/setting" search={searchOf(place)} className="hover:underline">
          {t(`section.${place}.title`)}
        </Link>
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
