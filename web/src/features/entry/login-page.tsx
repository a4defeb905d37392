import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { login } from '#contract/api/session.ts'
import { ROLE } from '#contract/roles.ts'
import { EntryFrame } from '#web/features/entry/entry-frame.tsx'
import { LoginMethods } from '#web/features/entry/method-list.tsx'
import { useBotCheck } from '#web/features/entry/use-bot-check.tsx'
import { TextField } from '#web/features/session/text-field.tsx'
import { call } from '#web/lib/api.ts'
import { useStatus } from '#web/lib/status.ts'
import { setStored } from '#web/lib/storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '../session/password-field.tsx'
import { loginPrefill, prefillLogin } from '../session/prefill.ts'
import { useEntered } from '../session/use-entered.ts'
import { PasskeyEntry } from './passkey-entry.tsx'
import { useSecondStep } from './use-second-step.ts'

const FIRST_PASSWORD = '123456'

interface Props {
  expired: boolean
  /** The page after the login; undefined = the default page. */
  returnTo: string | undefined
}

/** Logs in with user name (or e-mail) and password, or by another login method. */
export function LoginPage({ expired, returnTo }: Props) {
  const { t } = useTranslation('login')
  const { t: common } = useTranslation()
  const status = useStatus()
  const enter = useEntered()
  const goOn = useSecondStep()
  const botCheck = useBotCheck()
  useOtherTab(returnTo)
  const [problem, setProblem] = useState('')
  const [{ username = '', password }] = useState(loginPrefill)
  useEffect(() => prefillLogin({}), [])
  const attempt = useMutation({
    mutationFn: (body: { username: string; password: string }) =>
      botCheck.guard((turnstile) => call(login, { query: { turnstile }, body })),
    meta: { inline: true },
    onSuccess(user, { password }) {
      const isFirstLogin = user.role === ROLE.root && password === FIRST_PASSWORD
      setStored('default-password', isFirstLogin)
      // A new server's set-up is on the dashboard.
      enter(user, returnTo ?? (isFirstLogin ? '/detail' : '/token'))
    },
    onError: (error) => void goOn(error, returnTo),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const username = String(data.get('username')).trim()
    const password = String(data.get('password'))
    const isWhole = username && password
    setProblem(!isWhole ? t('missing') : botCheck.isReady() ? '' : t('bot.running'))
    if (!isWhole) {
      event.currentTarget.querySelector<HTMLInputElement>(username ? '[name=password]' : '[name=username]')?.focus()
    } else if (botCheck.isReady()) attempt.mutate({ username, password })
  }
  const error = problem || attempt.error?.message
  const fault = { required: false, 'aria-invalid': Boolean(error), 'aria-describedby': 'login-error' }
  return (
    <EntryFrame>
      {expired && <Banner tone="warning">{common('error.unauthorized')}</Banner>}
      {status.password_login === false && <Banner tone="info">{t('passwordOff')}</Banner>}
      <h1 className="text-display">{t('title')}</h1>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          name="username"
          label={t('username')}
          autoComplete="username webauthn"
          autoCapitalize="none"
          autoFocus={!username}
          defaultValue={username}
          {...fault}
        />
        <PasswordField
          name="password"
          label={t('password')}
          autoComplete="current-password"
          autoFocus={username !== ''}
          defaultValue={password}
          {...fault}
        />
        {botCheck.widget}
        <p id="login-error" role="alert" className="text-danger empty:hidden">
          {error}
        </p>
        <Button type="submit" variant="primary" loading={attempt.isPending} className="min-h-10! w-full">
          {t('submit')}
        </Button>
      </form>
      <PasskeyEntry returnTo={returnTo} suggest />
      <OtherPages />
      <LoginMethods returnTo={returnTo} />
    </EntryFrame>
  )
}

/** Where to register, and where to reset the password. */
function OtherPages() {
  const { t } = useTranslation('login')
  const status = useStatus()
  return (
    <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-muted">
      {status.register_enabled !== false && (
        <span>
          {t('noAccount')} <PageLink to="/register">{t('toRegister')}</PageLink>
        </span>
      )}
      <span>
        {t('forgot')} <PageLink to="/reset">{t('toReset')}</PageLink>
      </span>
    </p>
  )
}

/** Redirects when the user logs in in another tab, since tabs share the session. */
function useOtherTab(returnTo = '/token') {
  const { history } = useRouter()
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === 'user' && newValue) history.replace(returnTo)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [history, returnTo])
}

function PageLink({ to, children }: { to: '/register' | '/reset'; children: string }) {
  return (
    <Link to={to} className="text-primary underline">
      {children}
    </Link>
  )
}
