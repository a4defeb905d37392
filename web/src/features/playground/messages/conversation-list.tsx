import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { idle } from '#web/lib/lazy/idle.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Chat } from '../chat/chats.ts'
import type { Message } from '../conversation/conversation.ts'
import { versionsOf } from '../conversation/line.ts'

const loadView = () => import('./message-view.tsx')
/** Not needed before the first question. */
const MessageView = lazy(loadView)

interface ConversationListProps {
  chat: Chat
  /** The messages that are shown, and all with their versions. */
  line: readonly Message[]
  messages: readonly Message[]
  /** Name of the list for screen readers. */
  label: string
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
  const { chat, line, messages, label, blocked, busy, edited, onEdit, onInspect, onExample, focusComposer } = props
  const { t } = useTranslation('playground')
  useEffect(() => {
    // The first message loads it again, and fails visibly.
    void idle()
      .then(loadView)
      .catch(() => {})
  }, [])
  return (
    <ol aria-label={label} className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-4 py-4">
      <Suspense>
        {line.map((message) => (
          <MessageView
            key={message.id}
            message={message}
            versions={versionsOf(messages, message).map(({ id }) => id)}
            blocked={blocked}
            busy={busy}
            isLast={message === line.at(-1)}
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
            onResults={(results) => {
              chat.sendResults(message.id, results)
              focusComposer()
            }}
            onRetry={() => chat.answerAgain(message.id)}
            onShowVersion={chat.showVersion}
            onInspect={() => onInspect(message.id)}
          />
        ))}
      </Suspense>
      {line.length === 0 && (
        <li>
          <EmptyState
            title={t('empty.title')}
            hint={t('empty.hint')}
            action={(['first', 'second'] as const).map((name) => {
              const example = t(`empty.${name}`)
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
