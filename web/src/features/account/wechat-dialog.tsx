import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wechatBind } from '#contract/api/identity.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { selfQuery } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/toast/toast.tsx'

/** Binds a WeChat account with a code issued by the site's official account. */
export default function WechatDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('personal')
  const { wechat_qrcode } = useStatus()
  const id = useId()
  const client = useQueryClient()
  const [missing, setMissing] = useState(false)
  const bind = useMutation({
    mutationFn: (code: string) => call(wechatBind, { query: { code } }),
    meta: { inline: true },
    onSuccess() {
      void refresh(client, { queryKey: selfQuery.queryKey, exact: true })
      toast.success(t('wechat.bound'))
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    setMissing(!code)
    if (!code) document.getElementById(id)?.focus()
    else if (!bind.isPending) bind.mutate(code)
  }
  const error = missing ? t('wechat.missing') : bind.error?.message
  return (
    <Dialog
      title={t('wechat.title')}
      onClose={onClose}
      action={{ label: t('bindings.bind'), form: `${id}-form`, loading: bind.isPending }}
    >
      {wechat_qrcode && (
        <img
          src={wechat_qrcode}
          alt={t('wechat.qrcode')}
          className="mx-auto mb-3 size-48 rounded-card object-contain"
        />
      )}
      <p className="mb-3 text-muted">{t('wechat.how')}</p>
      <form id={`${id}-form`} noValidate onSubmit={submit}>
        <Field id={id} label={t('email.code')} error={error}>
          <Input
            id={id}
            name="code"
            autoComplete="one-time-code"
            aria-invalid={Boolean(error)}
            aria-describedby={error ? `${id}-error` : undefined}
          />
        </Field>
      </form>
    </Dialog>
  )
}
