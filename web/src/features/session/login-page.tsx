import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { login } from '#contract/api/session.ts'
import { ROLE } from '#contract/roles.ts'
import { call } from '#web/lib/api.ts'
import { setUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { setStored } from '#web/lib/storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PasswordField } from './password-field.tsx'

const FIRST_PASSWORD = '123456'

interface Props {
  expired: boolean
  /** Where to go afterwards. */
  returnTo: string
}

/** Logs in with username (or e-mail) and password. */
export function LoginPage({ expired, returnTo }: Props) {
  const { t } = useTranslation('login')
  const { t: common } = useTranslation()
  const status = useStatus()
  const { history } = useRouter()
  const queryClient = useQueryClient()
  const [missing, setMissing] = useState(false)
  const attempt = useMutation({
    mutationFn: (body: { username: string; password: string }) => call(login, { body }),
    meta: { inline: true },
    onSuccess(user, { password }) {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'status' })
      setUser(user)
      setStored('default-password', user.role === ROLE.root && password === FIRST_PASSWORD)
      toast.success(t('success'))
      history.push(returnTo)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const username = String(data.get('username')).trim()
    const password = String(data.get('password'))
    setMissing(!username || !password)
    if (username && password) attempt.mutate({ username, password })
    else event.currentTarget.querySelector<HTMLInputElement>(username ? '[name=password]' : '[name=username]')?.focus()
  }
  const error = missing ? t('missing') : attempt.error?.message
  const fault = { required: false, 'aria-invalid': Boolean(error), 'aria-describedby': 'login-error' }
  return (
    <div className="mx-auto flex w-full max-w-100 flex-1 flex-col justify-center gap-4 px-4 pt-8 pb-[18vh]">
      {expired && <Banner tone="warning">{common('error.unauthorized')}</Banner>}
      {status.password_login === false && <Banner tone="info">{t('passwordOff')}</Banner>}
      <h1 className="text-display">{t('title')}</h1>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <div>
          <label htmlFor="login-username" className="mb-1 block">
            {t('username')}
          </label>
          <Input
            id="login-username"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
            {...fault}
          />
        </div>
        <PasswordField name="password" label={t('password')} autoComplete="current-password" {...fault} />
        <p id="login-error" role="alert" className="text-danger empty:hidden">
          {error}
        </p>
        <Button type="submit" variant="primary" loading={attempt.isPending} className="min-h-10 w-full">
          {t('submit')}
        </Button>
      </form>
    </div>
  )
}
