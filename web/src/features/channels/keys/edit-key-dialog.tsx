import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type ChannelKey, updateChannelKey } from '#contract/api/channel-keys.ts'
import type { Limits } from '#contract/limits.ts'
import { FormLimits } from '#web/features/limits/form-limits.tsx'
import { call } from '#web/lib/api.ts'
import { TextField } from '#web/ui/form/fields/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { nameOfKey, useKeyChange } from './keys-query.ts'

interface KeyValues {
  text: string
  limits: Limits | null
}

interface EditKeyProps {
  channel: number
  one: ChannelKey
  onClose: () => void
}

/** Replaces a key and writes its limits. */
export default function EditKeyDialog({ channel, one, onClose }: EditKeyProps) {
  const { t } = useTranslation('keys')
  const { control, getValues } = useForm<KeyValues>({ defaultValues: { text: '', limits: one.limits } })
  const name = nameOfKey(one)
  const save = useKeyChange(
    channel,
    () => call(updateChannelKey, { params: { id: channel, key: one.id }, body: getValues() }),
    () => {
      toast.success(t('toast.saved', { name }))
      onClose()
    },
  )
  return (
    <Dialog
      title={t('edit.title', { name })}
      width="wide"
      onClose={onClose}
      action={{ label: t('edit.action'), loading: save.isPending, onClick: () => save.mutate(undefined) }}
    >
      <div className="grid gap-4">
        <TextField
          control={control}
          name="text"
          type="password"
          label={t('edit.text')}
          hint={t('edit.textHint')}
          autoComplete="off"
          optional
        />
        <FormLimits control={control} name="limits" now={one.limits_now} />
      </div>
    </Dialog>
  )
}
