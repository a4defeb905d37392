import ChevronDown from 'lucide-react/icons/chevron-down'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { LazyPanel } from '#web/ui/overlay/lazy-panel.tsx'
import type { ConversationsProps } from './conversations.tsx'

const load = () => import('./conversations.tsx')

/** The name of the conversation; opens the list of all. */
export function ConversationsButton(props: ConversationsProps) {
  const { t } = useTranslation('playground')
  const name = props.books.book.entries.find(({ id }) => id === props.conversation)?.name
  return (
    <LazyPanel
      load={load}
      props={props}
      trigger={
        <Button
          variant="ghost"
          aria-label={t('book.open', { name: name ?? t('book.unnamed') })}
          className="min-w-0 max-w-full"
        >
          <span className="min-w-0 max-w-64 truncate">{name ?? t('book.unnamed')}</span>
          <ChevronDown size={14} aria-hidden className="shrink-0 text-muted" />
        </Button>
      }
    />
  )
}
