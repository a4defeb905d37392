import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageTag } from '#web/lib/language.ts'
import { useStatus } from '#web/lib/status.ts'
import { useStored } from '#web/lib/storage.ts'
import { addScript } from './foreign-script.ts'
import { WidgetFailure } from './widget-failure.tsx'

/** developers.cloudflare.com/turnstile/get-started/client-side-rendering */
const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

interface Turnstile {
  render(
    element: HTMLElement,
    settings: {
      sitekey: string
      theme: 'auto' | 'light' | 'dark'
      language: string
      size: 'flexible'
      callback: (answer: string) => void
      'expired-callback': () => void
      'error-callback': () => boolean
    },
  ): string | undefined
  remove(widget: string): void
}
declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

let script: Promise<void> | undefined

/** Resolves when Cloudflare's script is loaded. A failure is not cached. */
async function loadTurnstile(): Promise<Turnstile> {
  script ??= addScript(document.head, SCRIPT)
  await script.catch((error) => {
    script = undefined
    throw error
  })
  if (!window.turnstile) throw new Error('Turnstile did not start')
  return window.turnstile
}

/** Cloudflare's bot check. Calls back with its token, and with "" when that has expired. */
export default function TurnstileWidget({ onAnswer }: { onAnswer: (answer: string) => void }) {
  const { t } = useTranslation('login')
  const { turnstile_site_key = '' } = useStatus()
  const themeMode = useStored('theme-mode')
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(onAnswer)
  latest.current = onAnswer
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let wanted = true
    let remove = () => {}
    loadTurnstile()
      .then((turnstile) => {
        if (!wanted || !box.current) return
        const widget = turnstile.render(box.current, {
          sitekey: turnstile_site_key,
          theme: themeMode === 'system' ? 'auto' : themeMode,
          language: languageTag().toLowerCase(),
          size: 'flexible',
          callback: (answer) => latest.current(answer),
          'expired-callback': () => latest.current(''),
          'error-callback'() {
            setFailed(true)
            return true
          },
        })
        if (widget !== undefined) remove = () => turnstile.remove(widget)
      })
      .catch(() => wanted && setFailed(true))
    return () => {
      wanted = false
      remove()
    }
  }, [turnstile_site_key, themeMode])
  return (
    <>
      <div ref={box} className="min-h-17" hidden={failed} />
      {failed && <WidgetFailure>{t('bot.failed')}</WidgetFailure>}
    </>
  )
}
