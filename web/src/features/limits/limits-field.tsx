import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Limits, LimitsNow } from '#contract/limits.ts'
import { useStatus } from '#web/lib/status.ts'
import { Field, type FieldProps, useField } from '#web/ui/form/field.tsx'
import { limitsSentence } from './limit-words.ts'
import LimitsInputs from './limits-inputs.tsx'
import { LimitsUse } from './limits-use.tsx'

interface LimitsFieldProps<In extends FieldValues, Out> extends Omit<FieldProps<In, Out, Limits | null>, 'label'> {
  /** The use of the stored limits. */
  now?: LimitsNow | undefined
  /** What counts together, where a title stands above the field. */
  together?: 'user'
}

/** Limits of calls: counts that may be empty, and budgets. The value is null when nothing is limited. */
export default function LimitsField<In extends FieldValues, Out>({
  now,
  together,
  ...given
}: LimitsFieldProps<In, Out>) {
  const { t } = useTranslation('limits')
  const status = useStatus()
  const { value, field, frame } = useField({ ...given, label: t(together ? `together.${together}` : 'title') })
  return (
    <Field {...frame} group hint={limitsSentence(value, t, status) || t('none')}>
      <div className="grid gap-3">
        {now && <LimitsUse now={now} />}
        <LimitsInputs id={frame.id} value={value} onChange={field.onChange} />
      </div>
    </Field>
  )
}
