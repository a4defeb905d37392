import { useMutation } from '@tanstack/react-query'
import { lazy } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fetchChannelModels } from '#contract/api/channel-checks.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import type { ChannelControl } from '../form/form-schema.ts'
import { type ChannelFormValues, typeOf } from '../form/form-values.ts'
import { WAY_SETTINGS } from '../form/settings-text.ts'
import { wrapError } from '../form/wrap-error.ts'

interface FetchModelsProps {
  control: ChannelControl
  /** The stored channel that the form edits or copies. */
  id: number | undefined
  /** The channel that it edits. */
  stored: number | undefined
  onChosen: (models: string[]) => void
}

/** The fields that decide who is asked, and how. */
const ASKED = ['type', 'base_url', 'openai_organization', 'other', ...WAY_SETTINGS] as const

const FetchedModels = lazy(() => import('./fetched-models.tsx'))

/**
 * Fetches the upstream's models to choose from. Uses the stored address and key while the form does not change
 * them.
 */
export function FetchModelsButton({ control, id, stored: edited, onChosen }: FetchModelsProps) {
  const { t } = useTranslation('channels')
  const values = useWatch({ control }) as ChannelFormValues
  const { dirtyFields } = useFormState({ control })
  const isChanged = ASKED.some((name) => dirtyFields[name])
  const stored = id !== undefined && !values.key && !isChanged ? id : undefined
  async function fetchModels() {
    if (stored !== undefined) return call(fetchChannelModels, { params: { id: stored } })
    const { probedModels } = await import('../probe/probe-steps.ts')
    return probedModels({ values, id })
  }
  const fetching = useMutation({
    mutationFn: () => fetchModels().catch(wrapError((message) => t('form.modelsFetchFailed', { message }))),
    onSuccess(models) {
      if (!models) return void toast.error(t('form.modelsFetchUnsupported'))
      toast.success(t('form.modelsFetched'))
      void openOverlay<void>((close) => (
        <FetchedModels
          listed={models}
          chosen={values.models}
          type={values.type}
          id={edited}
          onChosen={onChosen}
          onClose={close}
        />
      ))
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
