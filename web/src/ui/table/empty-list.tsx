import { Inbox, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import type { List } from './use-list.ts'

interface EmptyListProps {
  list: List
  /** Nothing yet: what this list is for, and the first step. */
  title: string
  hint?: string
  action?: ReactNode
}

/** Tells "nothing matches" from "nothing yet"; each with its way out. */
export default function EmptyList({ list, title, hint, action }: EmptyListProps) {
  const { t } = useTranslation('table')
  if (!list.filtered)
    return <EmptyState icon={<Inbox size={28} aria-hidden />} title={title} hint={hint} action={action} />
  return (
    <EmptyState
      icon={<SearchX size={28} aria-hidden />}
      title={t('none.matching')}
      hint={t('none.matchingHint')}
      action={<Button onClick={list.clearFilters}>{t('filter.clear')}</Button>}
    />
  )
}
