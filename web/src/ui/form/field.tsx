import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { type ReactNode, useContext, useEffect, useId } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useStored } from '#web/lib/storage.ts'
import { errorText } from './error-text.ts'
import { FieldLabels } from './field-labels.ts'

/** Common props of all form fields. `name` is limited to form values of the field's type. */
export interface FieldProps<In extends FieldValues, Out, Value> {
  control: Control<In, unknown, Out>
  name: FieldPathByValue<In, Value>
  label: ReactNode
  /** Always shown under the control: format, unit, consequence. */
  hint?: ReactNode
  /** Adds "optional" to the label; required is the normal case. */
  optional?: boolean
}

/** Attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

/** Connects a control with the form; spread `props` into it and wrap it in `<Field {...frame}>`. */
export function useField<In extends FieldValues, Out, Value>(given: FieldProps<In, Out, Value>) {
  const { control, name, label, hint, optional } = given
  const { field, fieldState } = useController({ control, name })
  const language = useStored('language')
  const id = useId()
  const { ref } = field
  // Composite controls take no ref, so the element to focus is found by id.
  useEffect(() => ref({ focus: () => document.getElementById(id)?.focus() }), [ref, id])
  const labels = useContext(FieldLabels)
  useEffect(() => void labels.set(name, label), [labels, name, label])
  const error = errorText(fieldState.error?.message, language)
  const props: ControlProps = {
    id,
    'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error !== '',
  }
  const frame = { id, label, hint, optional, error }
  return { value: field.value as Value, field, props, frame }
}

interface FrameProps {
  id: string
  label: ReactNode
  hint?: ReactNode
  optional?: boolean
  error?: ReactNode
  /** Several controls under one label. */
  group?: boolean
  children: ReactNode
}

/** Label above, control, then error and hint. */
export function Field({ id, label, hint, optional, error, group, children }: FrameProps) {
  const { t } = useTranslation('form')
  const Box = group ? 'fieldset' : 'div'
  const name = (
    <>
      {label}
      {optional && <span className="ms-1.5 text-small text-muted">{t('optional')}</span>}
    </>
  )
  return (
    <Box className="min-w-0">
      {group ? (
        <legend className="mb-1">{name}</legend>
      ) : (
        <label id={`${id}-label`} htmlFor={id} className="mb-1 block">
          {name}
        </label>
      )}
      {children}
      {error && (
        <div id={`${id}-error`} className="mt-1 flex gap-1.5 text-small text-danger">
          <CircleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
          <span>{error}</span>
        </div>
      )}
      {hint && (
        <div id={`${id}-hint`} className="mt-1 text-small text-muted">
          {hint}
        </div>
      )}
    </Box>
  )
}
