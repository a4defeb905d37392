import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useStatus } from '#web/lib/status.ts'

const TurnstileWidget = lazy(() => import('./turnstile-widget.tsx'))

interface BotCheck {
  /** False = the check has no token yet. */
  isReady(): boolean
  /**
   * Makes a call with the check's token, which works once. The server then remembers this browser for a while.
   */
  guard<T>(send: (turnstile: string) => Promise<T>): Promise<T>
  /** The check's element; nothing while it is off. */
  widget: ReactNode
}

/** Runs the bot check of a form in the background. Only calls wait for it. */
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
        // A sent token is used up: the next call needs a new one.
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
