import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '#web/lib/status.ts'
import { useStored } from '#web/lib/storage.ts'
import { addScript } from './foreign-script.ts'
import { keepReturnPath } from './return-path.ts'
import { WidgetFailure } from './widget-failure.tsx'

/** core.telegram.org/widgets/login */
const SCRIPT = 'https://telegram.org/js/telegram-widget.js?22'

/**
 * Telegram's own login button. It redirects the browser to `/oauth/telegram` with the signed fields; its other
 * mode, a callback function, needs `eval`, which the CSP forbids.
 */
export default function TelegramWidget({ returnTo }: { returnTo: string | undefined }) {
  const { t } = useTranslation('login')
  const { telegram_bot_name = '' } = useStatus()
  const language = useStored('language')
  const box = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    let wanted = true
    keepReturnPath(returnTo)
    const attributes = {
      'data-telegram-login': telegram_bot_name,
      'data-size': 'large',
      'data-auth-url': `${location.origin}/oauth/telegram`,
      'data-lang': language,
    }
    addScript(element, SCRIPT, attributes).catch(() => wanted && setFailed(true))
    return () => {
      wanted = false
      element.replaceChildren()
    }
  }, [telegram_bot_name, language, returnTo])
  return (
    <>
      <div ref={box} className="flex min-h-10 justify-center" hidden={failed} />
      {failed && <WidgetFailure>{t('way.telegramFailed')}</WidgetFailure>}
    </>
  )
}
