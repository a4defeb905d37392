import Braces from 'lucide-react/icons/braces'
import Pencil from 'lucide-react/icons/pencil'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#web/ui/banner.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AnswerLine } from './answer-line.tsx'
import type { Message } from './conversation.ts'
import { QuestionEditor } from './question-editor.tsx'
import { Versions } from './versions.tsx'

const Markdown = lazy(() => import('./markdown.tsx'))

interface MessageViewProps {
  message: Message
  /** Ids of all versions, oldest first. */
  versions: readonly string[]
  /** The reason why no question can be sent now. */
  blocked: string | undefined
  /** The reason why versions cannot be switched now. */
  busy: string | false
  isEdited: boolean
  onEdit: (isEdited: boolean) => void
  onAskInstead: (content: string) => void
  onRetry: () => void
  onShowVersion: (id: string) => void
  onInspect: () => void
}

/** A message with its actions. */
export function MessageView(props: MessageViewProps) {
  const { message } = props
  const { t } = useTranslation('playground')
  return (
    <li className="flex flex-col gap-1">
      {message.role === 'user' ? <Question {...props} /> : <Answer {...props} />}
      {message.cleared && (
        <p className="flex items-center gap-3 py-2 text-muted text-small before:flex-1 before:border-line before:border-t after:flex-1 after:border-line after:border-t">
          {t('context.cleared')}
        </p>
      )}
    </li>
  )
}

const ICON = { size: 14, 'aria-hidden': true } as const

function Question(props: MessageViewProps) {
  const { message, blocked, isEdited, onEdit, onAskInstead } = props
  const { t } = useTranslation('playground')
  if (isEdited) {
    return (
      <QuestionEditor text={message.content} blocked={blocked} onAsk={onAskInstead} onCancel={() => onEdit(false)} />
    )
  }
  return (
    <>
      <div className="ms-auto max-w-[85%] rounded-card bg-primary-soft px-3 py-2 break-words whitespace-pre-wrap">
        <span className="sr-only">{t('role.user')}: </span>
        {message.content}
      </div>
      <span className="ms-auto flex">
        <OtherVersions {...props} />
        <CopyButton label={t('act.copyQuestion')} text={message.content} />
        <IconButton size="small" label={t('act.edit')} icon={<Pencil {...ICON} />} onClick={() => onEdit(true)} />
      </span>
    </>
  )
}

function OtherVersions({ message, versions, busy, onShowVersion }: MessageViewProps) {
  return <Versions ids={versions} shown={message.id} disabledReason={busy} onShow={onShowVersion} />
}

function Answer(props: MessageViewProps) {
  const { message, blocked, onRetry, onInspect } = props
  const { t } = useTranslation('playground')
  const { content, reasoning, state, error, facts } = message
  const isWriting = state === 'writing'
  return (
    <>
      <div aria-busy={isWriting} className="min-w-0">
        <span className="sr-only">{t('role.assistant')}: </span>
        {reasoning && (
          <details className="mb-2 surface px-3 py-1.5 text-muted">
            <summary>{t('reasoning')}</summary>
            <p className="mt-1 break-words whitespace-pre-wrap">{reasoning}</p>
          </details>
        )}
        {content && (
          <Suspense fallback={<p className="break-words whitespace-pre-wrap">{content}</p>}>
            <Markdown text={content} />
          </Suspense>
        )}
        {isWriting && !content && <p className="text-muted">{t('waiting')}</p>}
        {error && (
          <Banner tone="danger" role="alert">
            {error}
            {facts?.requestId && !error.includes(facts.requestId) && (
              <span className="text-small"> ({facts.requestId})</span>
            )}
          </Banner>
        )}
        {state === 'complete' && content.trim() === '' && <p className="text-muted">{t('noText')}</p>}
        {state === 'stopped' && <p className="text-muted text-small">{t('stopped')}</p>}
      </div>
      {!isWriting && (
        <span className="flex flex-wrap items-center gap-x-1">
          <OtherVersions {...props} />
          {content && <CopyButton label={t('act.copyAnswer')} text={content} />}
          <IconButton
            size="small"
            label={t('act.retry')}
            icon={<RotateCcw {...ICON} />}
            disabledReason={blocked}
            onClick={onRetry}
          />
          <IconButton size="small" label={t('act.inspect')} icon={<Braces {...ICON} />} onClick={onInspect} />
          {facts && <AnswerLine facts={facts} />}
        </span>
      )}
    </>
  )
}
