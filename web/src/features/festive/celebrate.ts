import { toast } from '#web/ui/toast/toast.tsx'
import { showFireworks } from './fireworks.ts'

const RESTART_MS = 10_000
let restart: ReturnType<typeof setTimeout> | undefined

/**
 * Shows fireworks, unless reduced motion is preferred, and reloads the page after ten seconds. Does not reload
 * when that would lose something, or when the reader chooses to stay.
 */
export function celebrate(words: { restarts: string; stay: string }): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) showFireworks()
  clearTimeout(restart)
  restart = setTimeout(() => {
    if (mayRestart()) location.reload()
  }, RESTART_MS)
  toast.info(words.restarts, { action: { label: words.stay, run: () => clearTimeout(restart) } })
}

/**
 * Returns whether a reload is allowed: beforeunload handlers are asked, and an answer in the playground is not
 * broken off.
 */
function mayRestart(): boolean {
  if (location.pathname === '/playground') return false
  return dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
