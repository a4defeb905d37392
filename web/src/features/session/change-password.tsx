import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updateSelf } from '#contract/api/session.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { selfQuery, useUser } from '#web/lib/session.ts'
import { setStored } from '#web/lib/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PasswordField } from './password-field.tsx'
import { strengthOf } from './strength.ts'

/** Changes the own password; the server ends the other sessions. */
export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const { t: common } = useTranslation()
  const user = useUser()
  const client = useQueryClient()
  const { data: self } = useQuery(selfQuery)
  const hasPassword = self?.has_password !== false
  const formId = useId()
  const [mismatch, setMismatch] = useState(false)
  const [next, setNext] = useState('')
  const strength = next.length < NEW.minLength ? null : strengthOf(next, user?.username)
  const change = useMutation({
    mutationFn: (body: { original_password: string; password: string }) => call(updateSelf, { body }),
    meta: { inline: true },
    onSuccess() {
      setStored('default-password', false)
      for (const key of ['self', 'setup']) void refresh(client, { queryKey: [key], exact: true })
      toast.success(t('password.changed'))
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const password = String(data.get('password'))
    const differs = password !== data.get('repeat')
    setMismatch(differs)
    if (!differs) change.mutate({ original_password: String(data.get('current') ?? ''), password })
  }
  const error = mismatch ? t('password.mismatch') : change.error?.message
  return (
    <Dialog
      title={t('password.change')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} loading={change.isPending}>
            {t('password.change')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="mt-2 flex flex-col gap-3">
        {/* Tells password managers whose password changes. */}
        <input hidden readOnly autoComplete="username" value={user?.username ?? ''} />
        {hasPassword ? (
          <PasswordField name="current" label={t('password.current')} autoComplete="current-password" />
        ) : (
          <p className="text-muted">{t('password.none')}</p>
        )}
        <PasswordField
          name="password"
          label={t('password.next')}
          hint={strength ? t(`password.strength.${strength}`) : t('password.rule')}
          kept={strength === 'strong'}
          onChange={(event) => setNext(event.currentTarget.value)}
          {...NEW}
        />
        <PasswordField name="repeat" label={t('password.repeat')} {...NEW} />
        <p role="alert" className="min-h-5 text-danger">
          {error}
        </p>
      </form>
    </Dialog>
  )
}

const NEW = { autoComplete: 'new-password', minLength: 8, maxLength: 20 }
