import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../empty-state.tsx'
import { ListFailure } from '../table/list-states.tsx'

/** The message of this API family for a missing record, in all languages. */
const GONE = 'record not found'

interface RecordFailureProps {
  error: Error
  onRetry: () => void
}

/** Shown instead of a form whose record could not be loaded. */
export function RecordFailure({ error, onRetry }: RecordFailureProps) {
  const { t } = useTranslation('form')
  if (error.message !== GONE) return <ListFailure error={error} onRetry={onRetry} />
  return (
    <div role="alert">
      <EmptyState icon={<SearchX size={28} aria-hidden />} title={t('gone')} />
    </div>
  )
}
