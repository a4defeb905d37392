import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { prove } from '#contract/api/second-factor.ts'
import { call } from '#web/lib/api.ts'
import { selfQuery, useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { CodeField } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'

/** Asks for the password, or for a code where the account has a second factor, before the server goes on. */
export default function ProofDialog({ onClose }: { onClose: (proven: boolean) => void }) {
  const { t } = useTranslation('password')
  const { t: common } = useTranslation()
  const user = useUser()
  const { data: self } = useQuery(selfQuery)
  const formId = useId()
  const [missing, setMissing] = useState(false)
  const attempt = useMutation({
    mutationFn: (body: { password?: string; code?: string }) => call(prove, { body }),
    meta: { inline: true },
    onSuccess: () => onClose(true),
  })
  const field = self?.second_factor ? 'code' : 'password'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get(field) ?? '').trim()
    setMissing(!text)
    if (text && !attempt.isPending) attempt.mutate({ [field]: text })
  }
  const error = missing ? t(`proof.missing.${field}`) : attempt.error?.message
  return (
    <Dialog
      title={t('proof.title')}
      description={t('proof.why')}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{common('action.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} loading={attempt.isPending}>
            {t('proof.go')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} onChange={() => attempt.reset()} className="mt-3">
        <input hidden readOnly autoComplete="username" value={user?.username ?? ''} />
        {field === 'code' ? (
          <CodeField label={t('proof.code')} hint={t('proof.codeHint')} error={error} />
        ) : (
          <PasswordField
            name="password"
            label={t('proof.password')}
            autoComplete="current-password"
            autoFocus
            error={error}
          />
        )}
      </form>
    </Dialog>
  )
}
