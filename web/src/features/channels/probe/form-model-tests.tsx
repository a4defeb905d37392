import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ChannelForm } from '../form/choose-type.ts'
import { readTested } from '../tests/channel-checks.ts'
import { ModelTests } from './model-tests.tsx'
import { type Probed, probedModel } from './probe-steps.ts'

interface FormModelTestsProps {
  form: ChannelForm
  probed: Probed
  onClose: () => void
}

/** Tests the models in a form. Failed ones can be removed from the form; the stored channel is not changed. */
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
        // When the form holds the stored values, these were tests of the channel itself.
        if (probed.id !== undefined) void readTested(client, probed.id).catch(() => {})
        onClose()
      }}
    />
  )
}
