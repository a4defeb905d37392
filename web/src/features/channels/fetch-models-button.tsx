import { useMutation } from '@tanstack/react-query'
import { useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fetchChannelModels } from '#contract/api/channel-checks.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { ChannelControl } from './form-schema.ts'
import { type ChannelFormValues, typeOf } from './form-values.ts'
import { toldAs } from './told-as.ts'

interface FetchModelsProps {
  control: ChannelControl
  /** The stored channel that the form edits or copies. */
  id: number | undefined
  onFetched: (models: readonly string[]) => void
}

/** Asks the upstream which models it has: with the stored address and key while the form does not change them. */
export function FetchModelsButton({ control, id, onFetched }: FetchModelsProps) {
  const { t } = useTranslation('channels')
  const values = useWatch({ control }) as ChannelFormValues
  const { dirtyFields } = useFormState({ control })
  const isChanged = dirtyFields.type || dirtyFields.base_url || dirtyFields.openai_organization || dirtyFields.other
  const stored = id !== undefined && !values.key && !isChanged ? id : undefined
  async function fetchModels() {
    if (stored !== undefined) return call(fetchChannelModels, { params: { id: stored } })
    const { probedModels } = await import('./probe-steps.ts')
    return probedModels({ values, id })
  }
  const fetching = useMutation({
    mutationFn: () => fetchModels().catch(toldAs((message) => t('form.modelsFetchFailed', { message }))),
    onSuccess(models) {
      if (!models) return void toast.error(t('form.modelsFetchUnsupported'))
      onFetched(models)
      toast.success(t('form.modelsFetched'))
    },
  })
  const isTold = typeOf(values.type).listsModels !== false
  const needsKey = id === undefined && !values.key?.trim()
  return (
    <Button
      size="small"
      loading={fetching.isPending}
      disabledReason={isTold ? needsKey && t('form.modelsFetchKey') : t('form.modelsFetchUnsupported')}
      onClick={() => fetching.mutate()}
    >
      {t('form.modelsFetch')}
    </Button>
  )
}
