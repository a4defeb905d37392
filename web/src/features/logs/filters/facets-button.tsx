import ListFilter from 'lucide-react/icons/list-filter'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LazyPanel } from '#web/ui/overlay/lazy-panel.tsx'
import type { Scope } from '../rows/log-list.ts'
import type { LogFilters } from '../rows/log-search.ts'

const load = () => import('./facets-panel.tsx')

export interface FacetsProps {
  scope: Scope
  filters: LogFilters
  onFilter: (filters: Partial<LogFilters>) => void
}

/** Button that opens the most frequent values of the rows with their counts. */
export function FacetsButton(props: FacetsProps) {
  const { t } = useTranslation('logs')
  const trigger = <IconButton label={t('facets.open')} icon={<ListFilter size={16} aria-hidden />} />
  return <LazyPanel load={load} trigger={trigger} props={props} />
}
