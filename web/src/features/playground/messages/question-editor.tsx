import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { meaningOf } from './composer-keys.ts'

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
export function QuestionEditor({ text, mayBeEmpty, blocked, onAsk, onCancel }: QuestionEditorProps) {
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
