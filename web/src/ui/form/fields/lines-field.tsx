import { useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field, type FieldProps, useField } from '../field.tsx'
import { CodeArea } from './code-area.tsx'
import { LineErrors } from './line-errors.tsx'
import { badLines } from './lines.ts'

interface LinesFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out, string> {
  placeholder?: string
  /** Whether a line is valid; the schema should use the same check. */
  accepts: (line: string) => boolean
}

/** One value per line; after the field is left, invalid lines are listed and can be jumped to. */
export function LinesField<In extends FieldValues, Out>(all: LinesFieldProps<In, Out>) {
  const { t } = useTranslation('form')
  const area = useRef<HTMLTextAreaElement>(null)
  const { value, field, props, frame } = useField(all)
  const bad = frame.error ? badLines(value, all.accepts) : []
  const error = bad.length ? (
    <LineErrors area={area} lines={bad} text={t('lines.bad', { lines: bad.join(', ') })} />
  ) : (
    frame.error
  )
  return (
    <Field {...frame} error={error}>
      <CodeArea {...{ ...field, ...props, area, value, placeholder: all.placeholder }} />
    </Field>
  )
}
