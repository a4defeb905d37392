import Pencil from 'lucide-react/icons/pencil'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import type { Message, ToolResult } from '../conversation/conversation.ts'
import { FileChip } from '../files/file-chip.tsx'
import { Answer } from './answer.tsx'
import { meaningOf } from './composer-keys.ts'
import { Versions } from './versions.tsx'

export interface MessageViewProps {
  message: Message
  /** Ids of all versions, oldest first. */
  versions: readonly string[]
  /** The reason why no question can be sent now. */
  blocked: string | undefined
  /** The reason why versions cannot be switched now. */
  busy: string | false
  /** Nothing follows: functions that it calls wait for their results. */
  isLast: boolean
  isEdited: boolean
  onEdit: (isEdited: boolean) => void
  onAskInstead: (content: string) => void
  onResults: (results: readonly ToolResult[]) => void
  onRetry: () => void
  onShowVersion: (id: string) => void
  onInspect: () => void
}

const VIEWS = { user: Question, assistant: Answer, tool: ToolResults }

/** A message with its actions. */
export default function MessageView(props: MessageViewProps) {
  const { message } = props
  const { t } = useTranslation('playground')
  const View = VIEWS[message.role]
  return (
    <li className="flex flex-col gap-1">
      <View {...props} />
      {message.cleared && (
        <p className="flex items-center gap-3 py-2 text-muted text-small before:flex-1 before:border-line before:border-t after:flex-1 after:border-line after:border-t">
          {t('context.cleared')}
        </p>
      )}
    </li>
  )
}

/** What the called functions returned, as it was sent. */
function ToolResults({ message, versions, busy, onShowVersion }: MessageViewProps) {
  const { t } = useTranslation('playground')
  return (
    <>
      <ul aria-label={t('tools.results')} className="flex flex-col gap-2">
        {message.results?.map(({ id, name, content }) => (
          <li key={id} className="ms-auto max-w-[85%] rounded-card bg-primary-soft px-3 py-2">
            <p className="text-small">{t('tools.result', { name })}</p>
            <pre className="mt-1 break-words whitespace-pre-wrap font-mono text-small">{content}</pre>
          </li>
        ))}
      </ul>
      <span className="ms-auto flex">
        <Versions ids={versions} shown={message.id} disabledReason={busy} onShow={onShowVersion} />
      </span>
    </>
  )
}

/** A question of the user. */
function Question(props: MessageViewProps) {
  const { message, versions, blocked, busy, isEdited, onEdit, onAskInstead, onShowVersion } = props
  const { t } = useTranslation('playground')
  const { content, files = [] } = message
  const shownFiles = files.length > 0 && (
    <ul aria-label={t('files.title')} className="ms-auto flex max-w-[85%] flex-wrap justify-end gap-2">
      {files.map((file) => (
        <FileChip key={file.id} file={file} />
      ))}
    </ul>
  )
  if (isEdited) {
    return (
      <>
        {shownFiles}
        <QuestionEditor
          text={content}
          mayBeEmpty={files.length > 0}
          blocked={blocked}
          onAsk={onAskInstead}
          onCancel={() => onEdit(false)}
        />
      </>
    )
  }
  return (
    <>
      {shownFiles}
      {content && (
        <div className="ms-auto max-w-[85%] rounded-card bg-primary-soft px-3 py-2 break-words whitespace-pre-wrap">
          <span className="sr-only">{t('role.user')}: </span>
          {content}
        </div>
      )}
      <span className="ms-auto flex">
        <Versions ids={versions} shown={message.id} disabledReason={busy} onShow={onShowVersion} />
        {content && <CopyButton label={t('act.copyQuestion')} text={content} />}
        <IconButton
          size="small"
          label={t('act.edit')}
          icon={<Pencil size={14} aria-hidden />}
          onClick={() => onEdit(true)}
        />
      </span>
    </>
  )
}

interface QuestionEditorProps {
  text: string
  /** It has files, which are a question by themselves. */
  mayBeEmpty: boolean
  /** The reason why no question can be sent now. */
  blocked: string | undefined
  onAsk: (text: string) => void
  onCancel: () => void
}

/** Edits a question in place: Enter sends it, Esc cancels. */
function QuestionEditor({ text, mayBeEmpty, blocked, onAsk, onCancel }: QuestionEditorProps) {
  const { t } = useTranslation('playground')
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLTextAreaElement>(null)
  const reason = blocked ?? (typed.trim() === '' && !mayBeEmpty ? t('composer.empty') : undefined)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(-1, -1)
  }, [])
  return (
    <div className="flex flex-col gap-2">
      <Textarea
        ref={field}
        aria-label={t('act.edit')}
        rows={3}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          const meaning = meaningOf(event.nativeEvent, { isEmpty: false, isWriting: true })
          if (meaning === null) return
          event.preventDefault()
          if (meaning === 'stop') onCancel()
          else if (!reason) onAsk(typed)
        }}
      />
      <p className="text-muted text-small">{t('edit.hint')}</p>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t('edit.cancel')}</Button>
        <Button variant="primary" disabledReason={reason} onClick={() => onAsk(typed)}>
          {t('edit.ask')}
        </Button>
      </div>
    </div>
  )
}
