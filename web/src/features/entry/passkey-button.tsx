import { useMutation } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { passkeyLogin, passkeyLoginOptions } from '#contract/api/passkeys.ts'
import { call } from '#web/lib/api.ts'
import {
  canSuggestPasskeys,
  isDeclined,
  type PasskeyResponse,
  signWithPasskey,
  stopSuggesting,
  suggestPasskeys,
} from '#web/lib/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { useEntered } from '../session/use-entered.ts'

interface Props {
  returnTo: string | undefined
  /** Offer passkeys among the suggestions of the user name as well. */
  suggest?: boolean
}

/** Logs in with a passkey: by the button, or by a suggestion of the browser. */
export default function PasskeyButton({ returnTo = '/token', suggest = false }: Props) {
  const { t } = useTranslation('login')
  const enter = useEntered()
  const attempt = useMutation({
    mutationFn: async (ask: (options: Options) => Promise<PasskeyResponse>) =>
      call(passkeyLogin, { body: { response: await ask(await call(passkeyLoginOptions, {})) } }),
    meta: { inline: true },
    onSuccess: (user) => enter(user, returnTo, { replace: true }),
  })
  const { mutate } = attempt
  const offer = useEffectEvent(async () => {
    if (await canSuggestPasskeys().catch(() => false)) mutate(suggestPasskeys)
  })
  useEffect(() => {
    if (!suggest) return
    void offer()
    return () => void stopSuggesting().catch(() => {})
  }, [suggest])
  const isPressed = attempt.isPending && attempt.variables === signWithPasskey
  return (
    <>
      <Button
        className="min-h-10! w-full"
        icon={<KeyRound size={16} aria-hidden />}
        loading={isPressed}
        onClick={() => mutate(signWithPasskey)}
      >
        {t('passkey.use')}
      </Button>
      <p role="alert" className="text-danger empty:hidden">
        {attempt.error && !isDeclined(attempt.error) ? attempt.error.message : ''}
      </p>
    </>
  )
}

type Options = Parameters<typeof signWithPasskey>[0]
