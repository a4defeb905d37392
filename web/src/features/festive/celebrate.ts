import { toast } from '#web/ui/toast.tsx'
import { showFireworks } from './fireworks.ts'

const RESTART_MS = 10_000
let restart: ReturnType<typeof setTimeout> | undefined

/**
 * Fireworks, unless the reader wants things to keep still, and after ten seconds a page that starts afresh. It stays
 * when that would lose something, or when the reader says so.
 */
export function celebrate(words: { restarts: string; stay: string }): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) showFireworks()
  clearTimeout(restart)
  restart = setTimeout(() => {
    if (mayRestart()) location.reload()
  }, RESTART_MS)
  toast.info(words.restarts, { action: { label: words.stay, run: () => clearTimeout(restart) } })
}

/** Whoever would ask before the page is left is asked; an answer in the playground is not broken off. */
function mayRestart(): boolean {
  if (location.pathname === '/playground') return false
  return dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
