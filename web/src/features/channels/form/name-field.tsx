import { useEffect, useEffectEvent, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useStored } from '#web/lib/storage.ts'
import { TextField } from '#web/ui/form/fields/text-field.tsx'
import type { ChannelForm } from './choose-type.ts'
import { newChannel, typeOf } from './form-values.ts'
import { suggestedName } from './name-suggestion.ts'

interface NameFieldProps {
  form: ChannelForm
  /** Suggests a name from type and host until a name is typed. */
  suggests: boolean
}

export function NameField({ form, suggests }: NameFieldProps) {
  const { t } = useTranslation('channels')
  const { control } = form
  const language = useStored('language')
  const [type, baseUrl, key] = useWatch({ control, name: ['type', 'base_url', 'key'] })
  const isBegun = suggests && (type !== newChannel.type || baseUrl !== '' || key !== '')
  const suggestion = isBegun ? suggestedName(typeOf(type), baseUrl, language) : ''
  const former = useRef('')
  const suggest = useEffectEvent(() => {
    const name = form.getValues('name')
    const isMine = name === '' || name === former.current
    former.current = suggestion
    if (!isMine || name === suggestion) return
    form.setValue('name', suggestion, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another suggestion is what it reacts to
  useEffect(() => suggest(), [suggestion])
  return <TextField control={control} name="name" label={t('form.name')} placeholder={t('form.nameHint')} />
}
