import { ListFilter } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Scope } from './log-list.ts'
import type { LogFilters } from './log-search.ts'

const load = () => import('./facets-panel.tsx')
const FacetsPanel = lazy(load)

export interface FacetsProps {
  scope: Scope
  filters: LogFilters
  onFilter: (filters: Partial<LogFilters>) => void
}

/** Opens the values that the rows have, with how many there are of each. */
export function FacetsButton(props: FacetsProps) {
  const { t } = useTranslation('logs')
  const [wanted, setWanted] = useState(false)
  const trigger = (
    <IconButton
      label={t('facets.open')}
      icon={<ListFilter size={16} aria-hidden />}
      onPointerEnter={load}
      onFocus={load}
      onClick={wanted ? undefined : () => setWanted(true)}
    />
  )
  if (!wanted) return trigger
  return (
    <Suspense fallback={trigger}>
      <FacetsPanel {...props} trigger={trigger} />
    </Suspense>
  )
}
