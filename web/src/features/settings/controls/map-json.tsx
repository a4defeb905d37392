import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { findJsonProblem } from '#web/ui/form/fields/json-check.ts'
import { LineErrors } from '#web/ui/form/fields/line-errors.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import type { ControlProps } from './option-control.tsx'

interface Props extends ControlProps {
  text: string
  onChange: (text: string) => void
  /** Switches to the table. */
  toggle: ReactNode
}

/** Edits a map as JSON, showing the line of its first error. */
export function MapJson({ id, describedBy, wrong, text, onChange, toggle }: Props) {
  const { t } = useTranslation('form')
  const area = useRef<HTMLTextAreaElement>(null)
  const problem = text.trim() === '' ? null : findJsonProblem(text)
  return (
    <div className="grid gap-1">
      <Textarea
        ref={area}
        id={id}
        code
        rows={6}
        aria-describedby={describedBy}
        aria-invalid={wrong}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      {problem && (
        <p className="text-danger text-small">
          <LineErrors area={area} lines={[problem.line]} text={t('json.bad', { line: problem.line })} />
        </p>
      )}
      <div className="flex gap-1">
        {!problem && text.trim().length > 2 && (
          <Button size="small" onClick={() => onChange(JSON.stringify(JSON.parse(text), null, 2))}>
            {t('json.format')}
          </Button>
        )}
        {toggle}
      </div>
    </div>
  )
}
