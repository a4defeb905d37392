import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wechatLogin } from '#contract/api/identity.ts'
import { useEntered } from '#web/features/session/use-entered.ts'
import { call } from '#web/lib/api.ts'
import { useStatus } from '#web/lib/status.ts'
import { getStored } from '#web/lib/storage.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { TextField } from '../session/text-field.tsx'
import { useSecondStep } from './use-second-step.ts'

interface Props {
  returnTo: string | undefined
  onClose: () => void
}

/** Logs in with a code that the site's WeChat account sends on request. */
export default function WechatDialog({ returnTo, onClose }: Props) {
  const { t } = useTranslation('login')
  const { wechat_qrcode } = useStatus()
  const enter = useEntered()
  const goOn = useSecondStep()
  const formId = useId()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const attempt = useMutation({
    mutationFn: () => call(wechatLogin, { query: { code, aff: getStored('aff') } }),
    meta: { inline: true },
    onSuccess(user) {
      onClose()
      enter(user, returnTo ?? '/')
    },
    onError(error) {
      if (goOn(error, returnTo ?? '/')) onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!code)
    if (code && !attempt.isPending) attempt.mutate()
  }
  return (
    <Dialog
      title={t('wechat.title')}
      onClose={onClose}
      action={{ label: t('wechat.submit'), form: formId, loading: attempt.isPending }}
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col items-stretch gap-3">
        {wechat_qrcode && (
          <img
            src={wechat_qrcode}
            alt={t('wechat.qr')}
            width={200}
            height={200}
            className="size-50 self-center rounded-card bg-[white] object-contain p-2"
          />
        )}
        <p className="text-center text-muted">{t('wechat.hint')}</p>
        <TextField
          name="code"
          label={t('wechat.code')}
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => {
            setCode(event.target.value.trim())
            attempt.reset()
          }}
          error={missing && !code ? t('wechat.missing') : attempt.error?.message}
        />
      </form>
    </Dialog>
  )
}
