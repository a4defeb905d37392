import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAILED_CODE_SECONDS, requestPasswordReset } from '#contract/api/registration.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '../session/text-field.tsx'
import { emailProblem } from './email-problem.ts'
import { EntryFrame } from './entry-frame.tsx'
import { useResend } from './resend.ts'
import { useBotCheck } from './use-bot-check.tsx'

const MINUTES = MAILED_CODE_SECONDS / 60

/**
 * Requests a mail with a password reset link. The answer does not reveal whether the address has an account.
 */
export function ResetPage() {
  const { t } = useTranslation(['entry', 'login'])
  const input = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState('')
  const [left, begin] = useResend('reset')
  const botCheck = useBotCheck()
  const mail = useMutation({
    mutationFn: (address: string) =>
      botCheck.guard((turnstile) => call(requestPasswordReset, { query: { email: address, turnstile } })),
    meta: { inline: true },
    onSuccess: begin,
    onError: (error) => setProblem((error instanceof ApiError && error.fields.email) || error.message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mail.isPending || left > 0) return
    const wrong = emailProblem(email)
    setProblem(wrong ? t(`problem.${wrong}`) : botCheck.isReady() ? '' : t('login:bot.running'))
    if (wrong) input.current?.querySelector('input')?.focus()
    else if (botCheck.isReady()) mail.mutate(email.trim())
  }
  return (
    <EntryFrame>
      <h1 className="text-display">{t('reset.title')}</h1>
      <form ref={input} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          label={t('reset.email')}
          hint={t('reset.hint', { minutes: MINUTES })}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoFocus
          value={email}
          error={problem}
          onChange={(event) => {
            setEmail(event.target.value)
            setProblem('')
          }}
        />
        {botCheck.widget}
        <div role="status" className="empty:hidden">
          {mail.isSuccess && (
            <Banner tone="success">
              <p>{t('reset.sent')}</p>
              <p className="text-small text-muted">
                {t('reset.sentHint', { email: mail.variables, minutes: MINUTES })}
              </p>
            </Banner>
          )}
        </div>
        <Button
          type="submit"
          variant="primary"
          loading={mail.isPending}
          disabledReason={left > 0 && t('reset.wait')}
          className="min-h-10! w-full"
        >
          {left > 0 ? t('reset.again', { seconds: left }) : t('reset.submit')}
        </Button>
      </form>
      <p className="text-muted">
        {t('reset.remembered')}{' '}
        <Link to="/login" className="text-primary underline">
          {t('register.toLogin')}
        </Link>
      </p>
    </EntryFrame>
  )
}
