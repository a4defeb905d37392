import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import type { Option } from '../../choice/combobox-option.ts'
import { MultiCombobox } from '../../choice/multi-combobox.tsx'
import { Field, type FieldProps, useField } from '../field.tsx'

interface MultiSelectFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out, string[]> {
  options: readonly Option[]
  placeholder?: string
  /** Accepts names that are not options. */
  creatable?: boolean
  disabled?: boolean
}

/** Multi-select with the number of options; a pasted list selects all its names at once. */
export function MultiSelectField<In extends FieldValues, Out>(all: MultiSelectFieldProps<In, Out>) {
  const { t } = useTranslation('form')
  const { options, placeholder, creatable, disabled } = all
  const { value, field, props, frame } = useField(all)
  return (
    <Field {...frame}>
      <MultiCombobox
        {...{ ...props, options, value, placeholder, creatable, disabled }}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
      {value.length > 0 && !disabled && (
        <div className="mt-1 flex items-center gap-2 text-small text-muted">
          {t('choices.count', { count: value.length })}
          <Button size="small" variant="ghost" onClick={() => field.onChange([])}>
            {t('choices.clear')}
          </Button>
        </div>
      )}
    </Field>
  )
}
