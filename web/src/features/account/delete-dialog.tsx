import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteSelf } from '#contract/api/account.ts'
import type { User } from '#contract/api/users.ts'
import { call } from '#web/lib/api.ts'
import { formatQuota } from '#web/lib/format.ts'
import { useLogout } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/toast/toast.tsx'

/** Deletes the current user's account after the user name was typed, and lists what will be lost. */
export default function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('personal')
  const status = useStatus()
  const logout = useLogout()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(deleteSelf, {}),
    meta: { inline: true },
    async onSuccess() {
      onClose()
      await logout()
      toast.success(t('delete.done'))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const matches = typed.trim() === user.username
    setWrong(!matches)
    if (!matches) document.getElementById(id)?.focus()
    else if (!remove.isPending) remove.mutate()
  }
  const error = wrong ? t('delete.mismatch') : remove.error?.message
  const losses = [
    t('delete.balance', { amount: formatQuota(user.quota, status) }),
    t('delete.tokens'),
    t('delete.bindings'),
    t('delete.invites', { amount: formatQuota(user.aff_quota, status) }),
    t('delete.name', { name: user.username }),
  ]
  return (
    <Dialog
      title={t('delete.title')}
      onClose={onClose}
      action={{ label: t('delete.action'), variant: 'danger', form: `${id}-form`, loading: remove.isPending }}
    >
      <Banner tone="danger">{t('delete.warning')}</Banner>
      <ul className="my-3 list-disc ps-5 text-muted">
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <form id={`${id}-form`} noValidate onSubmit={submit}>
        <Field id={id} label={t('delete.type', { name: user.username })} error={error}>
          <Input
            id={id}
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={Boolean(error)}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
