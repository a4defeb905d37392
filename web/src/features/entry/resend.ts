import { useEffect, useState } from 'react'
import { RESEND_SECONDS } from '#contract/api/registration.ts'

/** The kinds of mail; each has its own pause. */
export type Mailing = 'code' | 'reset' | 'bind'

const keyOf = (mailing: Mailing) => `mailed:${mailing}`

/**
 * Returns the seconds until another mail may be requested after the last one at `sentAt`. Both arguments are
 * in milliseconds.
 */
export function secondsLeft(sentAt: number, now: number): number {
  const left = Math.ceil((sentAt - now) / 1000) + RESEND_SECONDS
  // A clock that was set back must not lock the button for longer than one pause.
  return left > RESEND_SECONDS ? 0 : Math.max(0, left)
}

const readLeft = (mailing: Mailing) => secondsLeft(Number(sessionStorage.getItem(keyOf(mailing))), Date.now())

/**
 * Returns the seconds left of the pause between two mails, counting down, and a function that starts it. A
 * reload does not end it.
 */
export function useResend(mailing: Mailing): [left: number, begin: () => void] {
  const [left, setLeft] = useState(() => readLeft(mailing))
  const isWaiting = left > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setLeft(readLeft(mailing)), 250)
    return () => clearInterval(timer)
  }, [isWaiting, mailing])
  const begin = () => {
    sessionStorage.setItem(keyOf(mailing), String(Date.now()))
    setLeft(readLeft(mailing))
  }
  return [left, begin]
}
