import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { secondStep, secondStepMethods } from '#contract/api/second-factor.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '../session/code-field.tsx'
import { useEntered } from '../session/use-entered.ts'
import { EntryFrame } from './entry-frame.tsx'
import { PasskeyEntry } from './passkey-entry.tsx'

/** The second step of a login: a code of an authenticator app, or a recovery code. */
export default function SecondStep({ returnTo = '/token' }: { returnTo: string | undefined }) {
  const { t } = useTranslation('login')
  const enter = useEntered()
  const { data: methods } = useQuery({
    queryKey: ['second-step'],
    queryFn: ({ signal }) => call(secondStepMethods, {}, signal),
    gcTime: 0,
  })
  const [missing, setMissing] = useState(false)
  const attempt = useMutation({
    mutationFn: (code: string) => call(secondStep, { body: { code } }),
    meta: { inline: true },
    onSuccess: (user) => enter(user, returnTo, { replace: true }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    setMissing(!code)
    if (code && !attempt.isPending) attempt.mutate(code)
    else event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <EntryFrame>
      <h1 className="text-display">{t('second.title')}</h1>
      <p className="text-muted">{t(methods?.totp === false ? 'second.hintPasskey' : 'second.hint')}</p>
      {methods?.passkey && <PasskeyEntry returnTo={returnTo} />}
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <CodeField
          label={t('second.code')}
          hint={t('second.recovery')}
          error={missing ? t('second.missing') : attempt.error?.message}
        />
        <Button type="submit" variant="primary" loading={attempt.isPending} className="min-h-10! w-full">
          {t('second.submit')}
        </Button>
      </form>
      <p className="text-muted">
        <Link to="/login" search={{ return: returnTo }} className="text-primary underline">
          {t('second.back')}
        </Link>
      </p>
    </EntryFrame>
  )
}
