import { type ReactNode, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Field, type FieldProps, useField } from '../field.tsx'
import { CodeArea } from './code-area.tsx'
import { findJsonProblem } from './json-check.ts'
import { LineErrors } from './line-errors.tsx'

interface JsonFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out, string> {
  placeholder?: string
  /** Offered while the field is empty. */
  template?: unknown
  /** Further buttons below the text. */
  extra?: ReactNode
}

/**
 * JSON text; may be empty. After the field is left, an error is shown with a link to its line, and valid JSON can
 * be formatted.
 */
export function JsonField<In extends FieldValues, Out>(all: JsonFieldProps<In, Out>) {
  const { t } = useTranslation('form')
  const area = useRef<HTMLTextAreaElement>(null)
  const { value, field, props, frame } = useField(all)
  const empty = value.trim() === ''
  const problem = empty ? null : findJsonProblem(value)
  const error =
    frame.error && problem ? <LineErrors area={area} lines={[problem.line]} text={frame.error} /> : frame.error
  const tidy = (json: unknown) => field.onChange(JSON.stringify(json, null, 2))
  return (
    <Field {...frame} error={error}>
      <CodeArea {...{ ...field, ...props, area, value, placeholder: all.placeholder }} />
      <div className="mt-1 flex gap-1">
        {empty && all.template !== undefined && (
          <Button size="small" onClick={() => tidy(all.template)}>
            {t('json.template')}
          </Button>
        )}
        {!empty && !problem && (
          <Button size="small" onClick={() => tidy(JSON.parse(value))}>
            {t('json.format')}
          </Button>
        )}
        {all.extra}
      </div>
    </Field>
  )
}

/** For schemas: empty or valid JSON. */
export const isJsonOrEmpty = (text: string) => text.trim() === '' || findJsonProblem(text) === null
