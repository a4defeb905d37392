import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setOption } from '#contract/api/options.ts'
import { claimRoot } from '#contract/api/registration.ts'
import { PASSWORD_LENGTH } from '#contract/api/users.ts'
import { call } from '#web/lib/api.ts'
import { setLanguage } from '#web/lib/i18n.ts'
import { LANGUAGE_OPTIONS } from '#web/lib/language.ts'
import { useUser } from '#web/lib/session.ts'
import { getStored, useStored } from '#web/lib/storage.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PasswordField } from '../session/password-field.tsx'
import { useEntered } from '../session/use-entered.ts'
import { EntryFrame } from './entry-frame.tsx'

/** Gives root its first password: the link of this page was printed by the server's first start. */
export default function FirstPassword({ token }: { token: string }) {
  // The user of when the page opened: entering makes another.
  const [isDone] = useState(useUser() !== null)
  return token && !isDone ? <PasswordForm token={token} /> : <NothingToSet isIn={isDone} />
}

/** Without the link of the first start, or for somebody who is logged in, the form could only fail. */
function NothingToSet({ isIn }: { isIn: boolean }) {
  const { t: words } = useTranslation('setup')
  const { t: shell } = useTranslation('shell')
  return (
    <EmptyState
      page
      icon={<CircleCheck size={32} aria-hidden />}
      title={words(isIn ? 'first.done' : 'first.noLink')}
      hint={words(isIn ? 'first.doneHint' : 'first.noLinkHint')}
      action={
        <Link to={isIn ? '/detail' : '/login'} className={buttonClass('primary')}>
          {shell(isIn ? 'section.overview' : 'user.login')}
        </Link>
      }
    />
  )
}

function PasswordForm({ token }: { token: string }) {
  const { t } = useTranslation('entry')
  const { t: words } = useTranslation('setup')
  const enter = useEntered()
  const id = useId()
  const [wrong, setWrong] = useState<{ password?: string; repeat?: string }>({})
  const claim = useMutation({
    mutationFn: (password: string) => call(claimRoot, { body: { token, password } }),
    meta: { inline: true },
    async onSuccess(user) {
      enter(user, '/', { replace: true })
      await call(setOption, { body: { key: 'ErrorLanguage', value: getStored('language') } })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [password, repeat] = ['password', 'repeat'].map((name) => String(data.get(name))) as [string, string]
    const fits = password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max
    const problems = {
      ...(fits ? {} : { password: t('register.passwordRule', PASSWORD_LENGTH) }),
      ...(repeat === password ? {} : { repeat: t('problem.mismatch') }),
    }
    setWrong(problems)
    const first = Object.keys(problems)[0]
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else if (!claim.isPending) claim.mutate(password)
  }
  return (
    <EntryFrame>
      <h1 className="text-display">{words('first.title')}</h1>
      <p className="text-muted">{words('first.hint')}</p>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <label htmlFor={id}>{words('first.language')}</label>
          <Select
            id={id}
            aria-describedby={`${id}-hint`}
            value={useStored('language')}
            options={LANGUAGE_OPTIONS}
            onChange={(language) => void setLanguage(language)}
          />
          <p id={`${id}-hint`} className="text-muted text-small">
            {words('first.languageHint')}
          </p>
        </div>
        <input hidden readOnly autoComplete="username" value="root" />
        <PasswordField
          name="password"
          label={t('register.password')}
          hint={t('register.passwordRule', PASSWORD_LENGTH)}
          autoComplete="new-password"
          autoFocus
          error={wrong.password}
        />
        <PasswordField name="repeat" label={t('register.repeat')} autoComplete="new-password" error={wrong.repeat} />
        <p role="alert" className="text-danger empty:hidden">
          {claim.error?.message}
        </p>
        <Button type="submit" variant="primary" loading={claim.isPending} className="min-h-10! w-full">
          {words('first.submit')}
        </Button>
      </form>
    </EntryFrame>
  )
}
