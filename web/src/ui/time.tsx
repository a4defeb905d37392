import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime, relativeTime, zoneName } from '#web/lib/format.ts'
import { tip } from './tooltip.tsx'

interface Props {
  /** Unix seconds; 0 = never. */
  at: number
  /** Always shows the full date, as in logs. */
  exact?: boolean
}

/** A time: relative within 24 hours, else the date; the exact time with its zone on hover. */
export function Time({ at, exact }: Props) {
  // Re-renders on a language change, which changes the relative time.
  useTranslation()
  const tick = useSyncExternalStore(subscribe, () => lastTick)
  const full = formatTime(at)
  // Task platforms send arbitrary numbers: an invalid time must not crash the page.
  if (at <= 0 || Number.isNaN(new Date(at * 1000).getTime())) return <span>{full}</span>
  return (
    <time
      dateTime={new Date(at * 1000).toISOString()}
      className="whitespace-nowrap tabular-nums"
      {...tip(`${full} ${zoneName(new Date(at * 1000))}`)}
    >
      {/* `now` may be up to one tick old: a recent event must not appear in the future. */}
      {exact ? full : (relativeTime(at, Math.max(tick, Math.min(at, Date.now() / 1000))) ?? full)}
    </time>
  )
}

const TICK_MS = 20_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let lastTick = Date.now() / 1000

/** One ticker for all times on the page; stopped while no time is shown. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  if (!timer) {
    lastTick = Date.now() / 1000
    timer = setInterval(() => {
      lastTick = Date.now() / 1000
      for (const each of listeners) each()
    }, TICK_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
