import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { type Line, mergeLines, readPasted } from '../options/map-lines.ts'
import type { PasteInto } from './open-paste.tsx'

const EXAMPLES = {
  'ratio-map': 'example',
  'label-map': 'exampleText',
  'choice-map': 'exampleChoice',
  chats: 'exampleLink',
} as const

interface Props extends PasteInto {
  onClose: (lines: readonly Line[] | null) => void
}

/** A dialog to paste many rows, with a preview of their effect on the table. */
export default function PasteDialog({ label, kind, lines, onClose }: Props) {
  const { t } = useTranslation('settings')
  const id = useId()
  const [text, setText] = useState('')
  const pasted = readPasted(kind, text)
  const merged = mergeLines(lines, pasted.lines)
  const isIdle = merged.added + merged.changed === 0
  return (
    <Dialog
      width="wide"
      title={t('paste.title', { label })}
      description={t('paste.hint')}
      onClose={() => onClose(null)}
      action={{
        label: t('paste.apply'),
        disabledReason: isIdle && t('nothingChanged'),
        onClick: () => onClose(merged.lines.filter(({ name, value }) => name || value)),
      }}
    >
      <label htmlFor={id} className="mt-3 mb-1 block">
        {t('paste.text')}
      </label>
      <Textarea
        id={id}
        code
        rows={10}
        placeholder={t(`paste.${EXAMPLES[kind]}`)}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p aria-live="polite" className="mt-1 min-h-5 text-muted text-small">
        {text.trim() && t('paste.summary', { added: merged.added, changed: merged.changed })}
        {pasted.unread > 0 && <span className="ms-2 text-warning">{t('paste.unread', { count: pasted.unread })}</span>}
      </p>
    </Dialog>
  )
}
