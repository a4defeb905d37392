import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../empty-state.tsx'
import { ListFailure } from '../table/list-states.tsx'

/** What this API family says in every language of a record that is not there. */
const GONE = 'record not found'

interface RecordFailureProps {
  error: Error
  onRetry: () => void
}

/** In place of the form of a record that could not be read. */
export function RecordFailure({ error, onRetry }: RecordFailureProps) {
  const { t } = useTranslation('form')
  if (error.message !== GONE) return <ListFailure error={error} onRetry={onRetry} />
  return (
    <div role="alert">
      <EmptyState icon={<SearchX size={28} aria-hidden />} title={t('gone')} />
    </div>
  )
}
