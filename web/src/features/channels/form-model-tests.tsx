import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readTested } from './channel-checks.ts'
import type { ChannelForm } from './choose-type.ts'
import { ModelTests } from './model-tests.tsx'
import { type Probed, probedModel } from './probe-steps.ts'

interface FormModelTestsProps {
  form: ChannelForm
  probed: Probed
  onClose: () => void
}

/** The models that a form has, each with its test; what fails can be taken off the form. What is stored stays. */
export default function FormModelTests({ form, probed, onClose }: FormModelTestsProps) {
  const { t } = useTranslation('editor')
  const client = useQueryClient()
  const remove = (failed: readonly string[]) => {
    const kept = form.getValues('models').filter((model) => !failed.includes(model))
    form.setValue('models', kept, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  return (
    <ModelTests
      title={t('tests.title')}
      models={probed.values.models}
      test={(model, signal) => probedModel(probed, model, signal)}
      onRemove={remove}
      onClose={() => {
        // Of a form that holds what is stored, these were tests of the channel.
        if (probed.id !== undefined) void readTested(client, probed.id).catch(() => {})
        onClose()
      }}
    />
  )
}
