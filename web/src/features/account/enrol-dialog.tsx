import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { beginTotp, confirmTotp } from '#contract/api/second-factor.ts'
import { CodeField } from '#web/features/session/code-field.tsx'
import { call } from '#web/lib/api.ts'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import RecoveryCodesDialog from './recovery-codes-dialog.tsx'

/** Adds an authenticator app: shows its secret as a QR code, asks for its first code, and shows the recovery codes. */
export default function EnrolDialog({ onClose }: { onClose: (added: boolean) => void }) {
  const { t } = useTranslation('personal')
  const formId = useId()
  const [missing, setMissing] = useState(false)
  const begun = useRef(false)
  const begin = useMutation({ mutationFn: () => call(beginTotp, {}), gcTime: 0, meta: { inline: true } })
  const confirm = useMutation({
    mutationFn: (code: string) => call(confirmTotp, { body: { code } }),
    gcTime: 0,
    meta: { inline: true },
  })
  const { mutate } = begin
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])
  if (confirm.data) return <RecoveryCodesDialog codes={confirm.data} onClose={() => onClose(true)} />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    setMissing(!code)
    if (code && begin.data && !confirm.isPending) confirm.mutate(code)
  }
  return (
    <Dialog
      title={t('factor.enrol.title')}
      description={t('factor.enrol.how')}
      onClose={() => onClose(false)}
      action={{ label: t('factor.enrol.confirm'), form: formId, loading: confirm.isPending }}
    >
      <form id={formId} noValidate onSubmit={submit} className="mt-3 flex flex-col gap-3">
        <div className="self-center">
          {begin.data ? (
            <QrCode text={begin.data.address} label={t('factor.enrol.qr')} />
          ) : (
            <Skeleton className="size-48" />
          )}
        </div>
        {begin.data && (
          <div className="flex items-center gap-1 rounded-card bg-sunken py-1 ps-3 pe-1">
            <code className="min-w-0 flex-1 break-all" lang="">
              {begin.data.secret}
            </code>
            <CopyButton label={t('factor.enrol.copy')} text={begin.data.secret} words={t('factor.enrol.copied')} />
          </div>
        )}
        <CodeField
          label={t('factor.enrol.code')}
          error={missing ? t('factor.enrol.missing') : (begin.error ?? confirm.error)?.message}
        />
      </form>
    </Dialog>
  )
}
