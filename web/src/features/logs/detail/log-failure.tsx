import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'

interface LogFailureProps {
  id: number
  error: Error
  onRetry: () => void
}

/** Replaces a row that could not be loaded. A refusal means that no such row is visible to this reader. */
export function LogFailure({ id, error, onRetry }: LogFailureProps) {
  const { t } = useTranslation('logs')
  const refused = error instanceof ApiError && error.status === 200
  if (!refused) return <ListFailure error={error} onRetry={onRetry} />
  return (
    <div role="alert">
      <EmptyState
        icon={<SearchX size={28} aria-hidden />}
        title={t('peek.notFound', { id })}
        hint={t('peek.notFoundHint')}
      />
    </div>
  )
}
