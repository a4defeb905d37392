import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useStatus } from '#web/lib/status.ts'

const TurnstileWidget = lazy(() => import('./turnstile-widget.tsx'))

interface BotCheck {
  /** False = the check has not found out yet whether somebody is here. */
  isReady(): boolean
  /** Makes a call with the check's answer, which works once; the server then remembers this browser for a while. */
  guard<T>(send: (turnstile: string) => Promise<T>): Promise<T>
  /** Where the check shows itself; nothing while it is off. */
  widget: ReactNode
}

/** The bot check of a form. It runs beside the form and holds up nothing but its calls. */
export function useBotCheck(): BotCheck {
  const { turnstile_check: isOn } = useStatus()
  const [round, setRound] = useState(0)
  const token = useRef('')
  const isKnown = useRef(false)
  return {
    isReady: () => !isOn || isKnown.current || token.current !== '',
    async guard(send) {
      try {
        const reply = await send(token.current)
        isKnown.current = true
        return reply
      } catch (error) {
        isKnown.current = false
        // An answer that was sent is used up: the next call needs another one.
        token.current = ''
        setRound((last) => last + 1)
        throw error
      }
    },
    widget: isOn && (
      <Suspense fallback={<div className="h-17" />}>
        <TurnstileWidget
          key={round}
          onAnswer={(answer) => {
            token.current = answer
          }}
        />
      </Suspense>
    ),
  }
}
