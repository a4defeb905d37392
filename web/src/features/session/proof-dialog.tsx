import { useMutation, useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passkeyProofOptions } from '#contract/api/passkeys.ts'
import { prove } from '#contract/api/second-factor.ts'
import { call } from '#web/lib/api.ts'
import { canUsePasskeys, isDeclined, signWithPasskey } from '#web/lib/passkeys.ts'
import { useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { CodeField } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'
import { secondFactorQuery } from './second-factor-query.ts'

/** Asks for the password, or for a code where the account has a second factor, before the server goes on. */
export default function ProofDialog({ onClose }: { onClose: (proven: boolean) => void }) {
  const { t } = useTranslation('password')
  const user = useUser()
  const { data: factor } = useQuery(secondFactorQuery)
  const formId = useId()
  const [missing, setMissing] = useState(false)
  const attempt = useMutation({
    mutationFn: (body: { password?: string; code?: string }) => call(prove, { body }),
    meta: { inline: true },
    onSuccess: () => onClose(true),
  })
  const hasPasskey = factor !== undefined && factor.passkeys.length > 0
  const field = factor?.totp || hasPasskey ? 'code' : 'password'
  const sign = useMutation({
    mutationFn: async () =>
      call(prove, { body: { passkey: await signWithPasskey(await call(passkeyProofOptions, {})) } }),
    meta: { inline: true },
    onSuccess: () => onClose(true),
  })
  const refused = sign.error && !isDeclined(sign.error) ? sign.error : undefined
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
      action={{ label: t('proof.go'), form: formId, loading: attempt.isPending }}
    >
      {hasPasskey && canUsePasskeys() && (
        <Button
          variant="primary"
          className="mt-3 w-full"
          icon={<KeyRound size={16} aria-hidden />}
          loading={sign.isPending}
          onClick={() => sign.mutate()}
        >
          {t('proof.passkey')}
        </Button>
      )}
      <p role="alert" className="mt-1 text-danger empty:hidden">
        {refused?.message}
      </p>
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
