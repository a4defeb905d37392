import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { LineErrors } from '#web/ui/form/fields/line-errors.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { SCHEMA_TEMPLATE, schemaProblem, type TextProblem, TOOLS_TEMPLATE, toolsProblem } from './json-settings.ts'

const KINDS = {
  tools: { problemOf: toolsProblem, template: TOOLS_TEMPLATE },
  schema: { problemOf: schemaProblem, template: SCHEMA_TEMPLATE },
}

interface JsonDialogProps {
  kind: keyof typeof KINDS
  text: string
  /** Called with valid text, or "". */
  onSave: (text: string) => void
  onClose: () => void
}

/** Edits the functions or the schema of an answer as JSON, which is checked while it is typed. */
export default function JsonDialog({ kind, text, onSave, onClose }: JsonDialogProps) {
  const { t } = useTranslation('playground')
  const { t: common } = useTranslation()
  const { t: form } = useTranslation('form')
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState(text)
  const { problemOf, template } = KINDS[kind]
  const problem = problemOf(typed)
  const isEmpty = typed.trim() === ''
  const tidy = (value: unknown) => setTyped(JSON.stringify(value, null, 2))
  return (
    <Dialog
      width="wide"
      title={t(`${kind}.title`)}
      description={t(`${kind}.hint`)}
      onClose={onClose}
      action={{
        label: common('action.save'),
        disabledReason: problem && wordsOf(problem),
        onClick: () => onSave(isEmpty ? '' : typed),
      }}
    >
      <Textarea
        ref={area}
        code
        className="mt-3 min-h-64"
        aria-label={t(`${kind}.title`)}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p id={`${id}-problem`} role="status" className="mt-1 min-h-6 text-danger">
        {problem?.is === 'json' ? (
          <LineErrors area={area} lines={[problem.line]} text={wordsOf(problem)} />
        ) : (
          problem && wordsOf(problem)
        )}
      </p>
      <div className="flex gap-1">
        {isEmpty && (
          <Button size="small" onClick={() => tidy(template)}>
            {form('json.template')}
          </Button>
        )}
        {!isEmpty && problem?.is !== 'json' && (
          <Button size="small" onClick={() => tidy(JSON.parse(typed))}>
            {form('json.format')}
          </Button>
        )}
        {!isEmpty && (
          <Button size="small" onClick={() => setTyped('')}>
            {t('act.empty')}
          </Button>
        )}
      </div>
    </Dialog>
  )

  function wordsOf(found: TextProblem): string {
    return t(`problem.${found.is}`, { ...found })
  }
}
