import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { versionsOf } from './line.ts'
import { MessageView } from './message-view.tsx'
import type { useChat } from './use-chat.ts'

interface ConversationListProps {
  chat: ReturnType<typeof useChat>
  /** Why no question can be sent. */
  blocked: string | undefined
  /** Why no other version can be shown now. */
  busy: string | false
  /** Id of the question being edited. */
  edited: string | undefined
  onEdit: (id: string | undefined) => void
  onInspect: (id: string) => void
  /** Called with the example question that was chosen. */
  onExample: (text: string) => void
  focusComposer: () => void
}

/** The messages of the conversation, or examples of a first question. */
export function ConversationList(props: ConversationListProps) {
  const { chat, blocked, busy, edited, onEdit, onInspect, onExample, focusComposer } = props
  const { t } = useTranslation('playground')
  return (
    <ol aria-label={t('conversation')} className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-4 py-4">
      {chat.line.map((message) => (
        <MessageView
          key={message.id}
          message={message}
          versions={versionsOf(chat.messages, message).map(({ id }) => id)}
          blocked={blocked}
          busy={busy}
          isEdited={edited === message.id}
          onEdit={(on) => {
            onEdit(on ? message.id : undefined)
            if (!on) focusComposer()
          }}
          onAskInstead={(content) => {
            onEdit(undefined)
            chat.askInstead(message.id, content)
            focusComposer()
          }}
          onRetry={() => chat.answerAgain(message.id)}
          onShowVersion={chat.showVersion}
          onInspect={() => onInspect(message.id)}
        />
      ))}
      {chat.line.length === 0 && (
        <li>
          <EmptyState
            title={t('empty.title')}
            hint={t('empty.hint')}
            action={['first', 'second'].map((name) => {
              const example = t(`empty.${name as 'first'}`)
              return (
                <Button
                  key={name}
                  onClick={() => {
                    onExample(example)
                    focusComposer()
                  }}
                >
                  {example}
                </Button>
              )
            })}
          />
        </li>
      )}
    </ol>
  )
}
