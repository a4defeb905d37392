import Inbox from 'lucide-react/icons/inbox'
import SearchX from 'lucide-react/icons/search-x'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { optionalPart } from '#web/lib/lazy/lazy-part.ts'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import type { List } from './search/use-list.ts'

const FilterChips = optionalPart(() => import('./search/filter-chips.tsx'))

interface EmptyListProps {
  list: List
  /** Title when there are no rows: what this list is for, and the first step. */
  title: string
  hint?: string
  action?: ReactNode
}

/** Shows "no match" or "no rows yet", each with a suggested action. */
export default function EmptyList({ list, title, hint, action }: EmptyListProps) {
  const { t } = useTranslation('table')
  if (!list.filtered)
    return (
      <div className="surface">
        <EmptyState icon={<Inbox size={28} aria-hidden />} title={title} hint={hint} action={action} />
      </div>
    )
  return (
    <EmptyState
      icon={<SearchX size={28} aria-hidden />}
      title={t('none.matching')}
      hint={
        <>
          <p>{t('none.matchingHint')}</p>
          <Suspense>
            <FilterChips list={list} />
          </Suspense>
        </>
      }
      action={<Button onClick={list.clearFilters}>{t('filter.clear')}</Button>}
    />
  )
}
