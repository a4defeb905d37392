import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MAILED_CODE_SECONDS, sendEmailCode } from '#contract/api/registration.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '../session/text-field.tsx'
import { emailProblem } from './email-problem.ts'
import type { RegisterForm } from './register-rules.ts'
import { useResend } from './resend.ts'
import type { useBotCheck } from './use-bot-check.tsx'
import type { useRegisterForm } from './use-register-form.ts'

interface Props extends Pick<ReturnType<typeof useRegisterForm>, 'bind' | 'tell' | 'awaitCode'> {
  form: RegisterForm
  botCheck: ReturnType<typeof useBotCheck>
}

/** Fields for an e-mail address and the code mailed to it. */
export default function EmailFields({ bind, form, tell, awaitCode, botCheck }: Props) {
  const { t } = useTranslation(['entry', 'login'])
  const element = useRef<HTMLDivElement>(null)
  const [left, begin] = useResend('code')
  const focus = (name: string) => element.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  const mail = useMutation({
    mutationFn: (email: string) => botCheck.guard((turnstile) => call(sendEmailCode, { query: { email, turnstile } })),
    meta: { inline: true },
    onSuccess() {
      begin()
      awaitCode()
      focus('code')
    },
    onError(error) {
      tell('email', (error instanceof ApiError && error.fields.email) || error.message)
    },
  })
  const send = () => {
    const problem = emailProblem(form.email)
    if (problem) {
      tell('email', t(`problem.${problem}`))
      focus('email')
    } else if (botCheck.isReady()) mail.mutate(form.email.trim())
    else tell('email', t('login:bot.running'))
  }
  const { onChange, ...code } = bind('code')
  return (
    <div ref={element} className="flex flex-col gap-4">
      <TextField
        label={t('register.email')}
        placeholder={t('register.emailPlaceholder')}
        type="email"
        inputMode="email"
        autoComplete="email"
        suffix={
          <Button
            variant="ghost"
            size="small"
            className={left > 0 ? undefined : 'text-primary!'}
            loading={mail.isPending}
            disabledReason={left > 0 && t('register.wait')}
            onClick={send}
          >
            {left > 0 ? t('register.codeAgain', { seconds: left }) : t('register.getCode')}
          </Button>
        }
        {...bind('email')}
      />
      <TextField
        label={t('register.code')}
        placeholder={t('register.codePlaceholder')}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...code}
        onChange={(event) => onChange({ target: { value: event.target.value.replace(/\s/g, '') } })}
      />
      <p role="status" className="-mt-3 text-small text-success empty:hidden">
        {mail.isSuccess && left > 0 && t('register.codeSent', { minutes: MAILED_CODE_SECONDS / 60 })}
      </p>
    </div>
  )
}
