import SendHorizontal from 'lucide-react/icons/send-horizontal'
import Square from 'lucide-react/icons/square'
import type { KeyboardEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { meaningOf } from './composer-keys.ts'

interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onType: (text: string) => void
  isWriting: boolean
  /** The reason why no question can be sent now. */
  blocked: string | undefined
  onSend: () => void
  onStop: () => void
  /** Arrow up in an empty field. */
  onEditLast: () => void
}

/** The input field: Enter sends, Shift+Enter inserts a line break, Esc stops the answer. */
export function Composer({ field, text, onType, isWriting, blocked, onSend, onStop, onEditLast }: ComposerProps) {
  const { t } = useTranslation('playground')
  const isEmpty = text.trim() === ''
  const reason = blocked ?? (isEmpty ? t('composer.empty') : undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    const meaning = meaningOf(event.nativeEvent, { isEmpty: text === '', isWriting })
    if (meaning === 'stop') onStop()
    if (meaning === 'editLast') onEditLast()
    if (meaning !== 'send') return
    event.preventDefault()
    if (!isWriting && !reason) onSend()
  }
  return (
    <div className="flex items-end gap-2">
      <Textarea
        ref={field}
        aria-label={t('composer.label')}
        placeholder={t('composer.placeholder')}
        rows={2}
        value={text}
        className="max-h-48!"
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
      />
      {isWriting ? (
        <Button icon={<Square size={14} aria-hidden />} onClick={onStop}>
          {t('composer.stop')}
        </Button>
      ) : (
        <Button
          variant="primary"
          icon={<SendHorizontal size={16} aria-hidden />}
          disabledReason={reason}
          onClick={onSend}
        >
          {t('composer.send')}
        </Button>
      )}
    </div>
  )
}
