import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { register } from '#contract/api/registration.ts'
import { PASSWORD_LENGTH, USERNAME_MAX } from '#contract/api/users.ts'
import { PasswordField } from '#web/features/session/password-field.tsx'
import { call } from '#web/lib/api.ts'
import { useStatus } from '#web/lib/status.ts'
import { useStored } from '#web/lib/storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { OpenSetting } from '#web/ui/open-setting.tsx'
import { TextField } from '../session/text-field.tsx'
import { useEntered } from '../session/use-entered.ts'
import { EntryFrame } from './entry-frame.tsx'
import { LoginMethods } from './method-list.tsx'
import { useBotCheck } from './use-bot-check.tsx'
import { useRegisterForm } from './use-register-form.ts'

// Loaded only with an invite code on a server that grants a bonus.
const InviteBonus = lazy(() => import('./invite-bonus.tsx'))
const EmailFields = lazy(() => import('./email-fields.tsx'))

/** Creates an account with a password, or by another login method. */
export function RegisterPage() {
  const { t } = useTranslation('entry')
  const { register_enabled, password_register } = useStatus()
  return (
    <EntryFrame>
      <h1 className="text-display">{t('register.title')}</h1>
      {register_enabled === false ? (
        <Banner tone="info" action={<OpenSetting option="RegisterEnabled" />}>
          {t('register.off')}
        </Banner>
      ) : (
        <>
          <InviteNote />
          {password_register === false ? <Banner tone="info">{t('register.passwordOff')}</Banner> : <RegisterForm />}
          <LoginMethods />
        </>
      )}
      <p className="text-muted">
        {t('register.known')}{' '}
        <Link to="/login" className="text-primary underline">
          {t('register.toLogin')}
        </Link>
      </p>
    </EntryFrame>
  )
}

function InviteNote() {
  const { t } = useTranslation('entry')
  const { quota_for_invitee: bonus = 0 } = useStatus()
  const code = useStored('aff')
  if (!code) return null
  const plain = t('register.invited', { code })
  return (
    <Banner tone="info">
      {bonus > 0 ? (
        <Suspense fallback={plain}>
          <InviteBonus {...{ code, bonus }} />
        </Suspense>
      ) : (
        plain
      )}
    </Banner>
  )
}

function RegisterForm() {
  const { t } = useTranslation(['entry', 'login'])
  const { email_verification: needsEmail = false } = useStatus()
  const aff = useStored('aff')
  const enter = useEntered()
  const element = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useState('')
  const botCheck = useBotCheck()
  const { form, problems, bind, ...fields } = useRegisterForm(needsEmail)
  const username = form.username.trim()
  const attempt = useMutation({
    mutationFn: () => {
      const proof = needsEmail ? { email: form.email.trim(), verification_code: form.code } : {}
      const body = { username, password: form.password, password2: form.repeat, ...proof, aff_code: aff }
      return botCheck.guard((turnstile) => call(register, { query: { turnstile }, body }))
    },
    meta: { inline: true },
    onSuccess(user) {
      fields.done()
      enter(user, '/token', { message: t('register.success') })
    },
    onError: (error) => setFailure(fields.refuse(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (attempt.isPending) return
    const wrong = fields.check()
    setFailure(wrong || botCheck.isReady() ? '' : t('login:bot.running'))
    if (wrong) element.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    else if (botCheck.isReady()) attempt.mutate()
  }
  return (
    <form ref={element} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField
        label={t('register.username')}
        hint={t('register.usernameRule', { max: USERNAME_MAX })}
        kept={!problems.username}
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
        {...bind('username')}
      />
      <PasswordField
        label={t('register.password')}
        placeholder={t('register.passwordPlaceholder', PASSWORD_LENGTH)}
        hint={t(form.password ? 'register.passwordCount' : 'register.passwordRule', {
          ...PASSWORD_LENGTH,
          count: form.password.length,
        })}
        kept={!problems.password}
        autoComplete="new-password"
        {...bind('password')}
      />
      <PasswordField
        label={t('register.repeat')}
        hint={t(form.repeat && !problems.repeat ? 'register.repeatSame' : 'register.repeatRule')}
        kept={form.repeat !== '' && !problems.repeat}
        autoComplete="new-password"
        {...bind('repeat')}
      />
      {needsEmail && (
        <Suspense fallback={<div className="h-36" />}>
          <EmailFields bind={bind} form={form} tell={fields.tell} awaitCode={fields.awaitCode} botCheck={botCheck} />
        </Suspense>
      )}
      {botCheck.widget}
      <p role="alert" className="text-danger empty:hidden">
        {failure}
      </p>
      <Button type="submit" variant="primary" loading={attempt.isPending} className="min-h-10! w-full">
        {t('register.submit')}
      </Button>
    </form>
  )
}
