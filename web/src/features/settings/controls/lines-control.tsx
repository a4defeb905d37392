import { useTranslation } from 'react-i18next'
import { Textarea } from '#web/ui/textarea.tsx'
import { useOption } from '../drafts/settings-context.ts'
import type { ControlProps } from './option-control.tsx'

/** Edits one value per line, with a count. */
export function LinesControl({ option, id, describedBy, wrong }: ControlProps) {
  const { t } = useTranslation('settings')
  const { text, change } = useOption(option)
  const count = text.split('\n').filter((line) => line.trim() !== '').length
  return (
    <>
      <Textarea
        id={id}
        rows={5}
        aria-describedby={describedBy}
        aria-invalid={wrong}
        spellCheck={false}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      <p className="text-muted text-small">{t('lines', { count })}</p>
    </>
  )
}
