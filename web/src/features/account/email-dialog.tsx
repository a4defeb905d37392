import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { emailBind } from '#contract/api/identity.ts'
import { sendEmailCode } from '#contract/api/registration.ts'
import { useResend } from '#web/features/entry/resend.ts'
import { useBotCheck } from '#web/features/entry/use-bot-check.tsx'
import { refresh } from '#web/lib/after-write.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { selfQuery } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { OpenSetting } from '#web/ui/open-setting.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/toast/toast.tsx'

type Wrong = { email?: string; code?: string }

/** Binds an e-mail address, verified by a mailed code. */
export default function EmailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('personal')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [left, pause] = useResend('bind')
  const bot = useBotCheck()
  const [wrong, setWrong] = useState<Wrong>({})
  const value = (name: keyof Wrong) => String(new FormData(form.current ?? undefined).get(name) ?? '').trim()

  const { send, bind } = useEmailCalls({ id, bot, pause, onClose, onWrong: setWrong })
  const check = (found: Wrong) => {
    setWrong(found)
    const [first] = Object.keys(found)
    if (first) document.getElementById(`${id}-${first}`)?.focus()
    return !first
  }
  const emailProblem = (): Wrong => {
    const email = value('email')
    if (!email) return { email: t('email.missing') }
    if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return { email: t('email.invalid') }
    return bot.isReady() ? {} : { email: t('email.botRunning') }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = emailProblem()
    if (!value('code')) found.code = t('email.codeMissing')
    if (check(found) && !bind.isPending) bind.mutate({ email: value('email'), code: value('code') })
  }
  const described = (name: keyof Wrong) => ({
    id: `${id}-${name}`,
    name,
    // What is wrong with a field is said until it is changed.
    onChange: () => wrong[name] && setWrong(({ [name]: _, ...rest }) => rest),
    'aria-invalid': Boolean(wrong[name]),
    'aria-describedby': wrong[name] ? `${id}-${name}-error` : undefined,
  })
  return (
    <Dialog
      title={t('email.title')}
      onClose={onClose}
      action={{ label: t('bindings.bind'), form: `${id}-form`, loading: bind.isPending }}
    >
      <form ref={form} id={`${id}-form`} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field id={`${id}-email`} label={t('email.address')} error={wrong.email}>
          <span className="flex gap-2">
            <Input
              {...described('email')}
              type="email"
              autoComplete="email"
              placeholder={t('email.placeholder')}
              className="min-w-0 flex-1"
            />
            <Button
              loading={send.isPending}
              disabledReason={left > 0 && t('email.wait', { seconds: left })}
              onClick={() => check(emailProblem()) && send.mutate(value('email'))}
            >
              {left > 0 ? t('email.resend', { seconds: left }) : t('email.get')}
            </Button>
          </span>
        </Field>
        <MailSetting error={send.error} onLeave={onClose} />
        <Field id={`${id}-code`} label={t('email.code')} hint={t('email.codeHint')} error={wrong.code}>
          <Input {...described('code')} inputMode="numeric" autoComplete="one-time-code" maxLength={20} />
        </Field>
        {bot.widget}
      </form>
    </Dialog>
  )
}

/** Leads root to the setting where there is no mail server. */
function MailSetting({ error, onLeave }: { error: Error | null; onLeave: () => void }) {
  if (!(error instanceof ApiError) || error.code !== 'mail_not_configured') return null
  return (
    <div>
      <OpenSetting option="SMTPServer" onLeave={onLeave} />
    </div>
  )
}

interface EmailCallsOptions {
  id: string
  bot: ReturnType<typeof useBotCheck>
  /** Begins the pause before the next mail. */
  pause: () => void
  onClose: () => void
  onWrong: (wrong: Wrong) => void
}

/** Mails the code, and binds the address. */
function useEmailCalls({ id, bot, pause, onClose, onWrong }: EmailCallsOptions) {
  const { t } = useTranslation('personal')
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: (email: string) => bot.guard((turnstile) => call(sendEmailCode, { query: { email, turnstile } })),
    meta: { inline: true },
    onSuccess() {
      pause()
      onWrong({})
      toast.success(t('email.sent'))
      document.getElementById(`${id}-code`)?.focus()
    },
    onError: (error) => onWrong({ email: fieldError(error) }),
  })
  const bind = useMutation({
    mutationFn: (query: { email: string; code: string }) => call(emailBind, { query }),
    meta: { inline: true },
    onSuccess() {
      void refresh(client, { queryKey: selfQuery.queryKey, exact: true })
      toast.success(t('email.bound'))
      onClose()
    },
    onError: (error) => onWrong({ code: error.message }),
  })
  return { send, bind }
}

const fieldError = (error: Error) => (error instanceof ApiError && error.fields.email) || error.message
