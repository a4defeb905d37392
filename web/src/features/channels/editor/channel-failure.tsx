import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { useChannelDrawer } from './use-channel-drawer.ts'

interface ChannelFailureProps {
  error: Error
  onRetry: () => void
}

/** Replaces the form of a channel that could not be loaded. A refusal means that the channel does not exist. */
export function ChannelFailure({ error, onRetry }: ChannelFailureProps) {
  const { t } = useTranslation('editor')
  const { close } = useChannelDrawer()
  const refused = error instanceof ApiError && error.status === 200
  if (!refused) return <ListFailure error={error} onRetry={onRetry} />
  return (
    <div role="alert">
      <EmptyState
        icon={<SearchX size={28} aria-hidden />}
        title={t('gone.title')}
        hint={t('gone.hint')}
        action={<Button onClick={close}>{t('gone.back')}</Button>}
      />
    </div>
  )
}
