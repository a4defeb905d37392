import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type TelegramFields, telegramBind } from '#contract/api/identity.ts'
import { refresh } from '#web/lib/after-write.ts'
import { readEnvelope, request, withProof } from '#web/lib/api.ts'
import { selfQuery } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { useStored } from '#web/lib/storage.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { readTelegramMessage, TELEGRAM, telegramButton } from './telegram-message.ts'

/**
 * Binds a Telegram account. Its button runs in a frame of Telegram's origin, so that none of its code runs in
 * the console.
 */
export default function TelegramDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('personal')
  const { telegram_bot_name: bot = '' } = useStatus()
  const language = useStored('language')
  const frame = useRef<HTMLIFrameElement>(null)
  const client = useQueryClient()
  const bind = useMutation({
    mutationFn: sendFields,
    meta: { inline: true },
    onSuccess() {
      void refresh(client, { queryKey: selfQuery.queryKey, exact: true })
      toast.success(t('telegram.bound'))
      onClose()
    },
  })
  const onMessage = useEffectEvent(({ source, origin, data }: MessageEvent) => {
    if (origin !== TELEGRAM || source !== frame.current?.contentWindow) return
    const fields = readTelegramMessage(data)
    if (fields && !bind.isPending) bind.mutate(fields)
  })
  useEffect(() => {
    const listen = (event: MessageEvent) => onMessage(event)
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  return (
    <Dialog title={t('telegram.title')} description={t('telegram.how')} onClose={onClose}>
      <iframe
        ref={frame}
        title={t('telegram.title')}
        src={telegramButton(bot, location.origin, language)}
        className="mx-auto mt-3 h-12 w-full max-w-64 [color-scheme:light]"
      />
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {bind.error?.message}
      </p>
    </Dialog>
  )
}

/**
 * Sends the signed fields. The server answers success with a redirect to the settings page and refusal with an
 * envelope.
 */
const sendFields = (query: TelegramFields) =>
  withProof(async () => {
    const response = await request(telegramBind, { query })
    if (!(response.ok && response.redirected)) await readEnvelope(response)
  })
