import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addPasskey, beginPasskey, PASSKEY_NAME_MAX } from '#contract/api/passkeys.ts'
import { deviceOf } from '#contract/device.ts'
import { TextField } from '#web/features/session/text-field.tsx'
import { call } from '#web/lib/api.ts'
import { createPasskey, isDeclined } from '#web/lib/passkeys.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import RecoveryCodesDialog from './recovery-codes-dialog.tsx'

/** Adds a passkey under a name. With the first second factor, recovery codes are shown. */
export default function PasskeyDialog({ onClose }: { onClose: (added: boolean) => void }) {
  const { t } = useTranslation('personal')
  const formId = useId()
  const [missing, setMissing] = useState(false)
  const add = useMutation({
    mutationFn: async (name: string) =>
      call(addPasskey, { body: { name, response: await createPasskey(await call(beginPasskey, {})) } }),
    gcTime: 0,
    meta: { inline: true },
    onSuccess(codes) {
      toast.success(t('passkey.added'))
      if (codes.length === 0) onClose(true)
    },
  })
  if (add.data?.length) return <RecoveryCodesDialog codes={add.data} onClose={() => onClose(true)} />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    setMissing(!name)
    if (name && !add.isPending) add.mutate(name)
  }
  const refused = add.error && (isDeclined(add.error) ? t('passkey.declined') : add.error.message)
  return (
    <Dialog
      title={t('passkey.addTitle')}
      description={t('passkey.how')}
      onClose={() => onClose(false)}
      action={{ label: t('passkey.add'), form: formId, loading: add.isPending }}
    >
      <form id={formId} noValidate onSubmit={submit} className="mt-3">
        <TextField
          name="name"
          label={t('passkey.name')}
          hint={t('passkey.nameHint')}
          maxLength={PASSKEY_NAME_MAX}
          defaultValue={deviceOf(navigator.userAgent)}
          autoComplete="off"
          autoFocus
          error={missing ? t('passkey.nameMissing') : (refused ?? undefined)}
        />
      </form>
    </Dialog>
  )
}
