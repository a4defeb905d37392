import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import { type ClipboardEvent, type DragEvent, lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { ChannelForm } from '../form/choose-type.ts'
import { droppedText } from '../form/dropped-text.ts'

const load = () => import('./paste-result.tsx')
const PasteResult = lazy(load)

/**
 * Accepts a key, an address, a curl command, settings or a key file. The text is read in the browser only and
 * never shown or kept, since it may be a secret.
 */
export function PasteBox({ form, autoFocus }: { form: ChannelForm; autoFocus: boolean }) {
  const { t } = useTranslation('editor')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [read, setRead] = useState<{ text: string } | null>(null)
  const take = (text: string) => {
    setTyped('')
    if (text.trim()) setRead({ text })
  }
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault()
    take(event.clipboardData.getData('text'))
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    // Runs also when nothing can be recognised, which is then reported.
    void droppedText(event).then((text) => setRead({ text }))
  }
  return (
    <div>
      <Field id={id} label={t('paste.label')} optional hint={t('paste.hint')}>
        <span className="flex gap-2">
          <Input
            id={id}
            icon={<ClipboardPaste size={16} aria-hidden />}
            className="min-w-0 flex-1"
            value={typed}
            placeholder={t('paste.example')}
            aria-describedby={`${id}-hint`}
            autoComplete="off"
            spellCheck={false}
            data-autofocus={autoFocus || undefined}
            onChange={({ target }) => setTyped(target.value)}
            // Preloads the reader on focus. When that fails, pasting tries again and reports the failure.
            onFocus={() => void load().catch(() => {})}
            onPaste={onPaste}
            onDragOver={(event) => event.preventDefault()}
            onDrop={onDrop}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.metaKey || event.ctrlKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              take(typed)
            }}
          />
          {typed.trim() && <Button onClick={() => take(typed)}>{t('paste.read')}</Button>}
        </span>
      </Field>
      <div role="status" className="text-small empty:hidden">
        {read && (
          <Suspense>
            <PasteResult form={form} pasted={read} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
