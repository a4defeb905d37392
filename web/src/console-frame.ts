import type { AnyRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

type ConsoleParts = typeof import('./console-parts.ts')

let loading: Promise<void> | undefined
let frame: ConsoleParts['frame'] | undefined
const listeners = new Set<() => void>()

/**
 * Loads the parts of the frame that visitors do not need, and starts to listen for keys. Resolves at once when they are
 * there; rejects when they cannot be loaded, and the next call tries again.
 */
export function loadConsoleFrame(router: AnyRouter): Promise<void> {
  loading ??= load(router).catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(router: AnyRouter) {
  const parts = await import('./console-parts.ts')
  frame = parts.frame
  parts.start(router)
  for (const listener of listeners) listener()
}

/** Loads the frame when the page's visitor presses the first key: a shortcut, or the first letter of a login. */
export function loadConsoleFrameOnKey(router: AnyRouter) {
  const onKeyDown = async (event: KeyboardEvent) => {
    await loadConsoleFrame(router).catch(() => {})
    // The shortcut that loaded the frame works too.
    if (frame && event.target === document.body) document.dispatchEvent(new KeyboardEvent('keydown', event))
  }
  document.addEventListener('keydown', onKeyDown, { once: true })
}

/** Parts of the frame for members; undefined until they are loaded, which for members is before the first paint. */
export function useConsoleFrame() {
  return useSyncExternalStore(subscribe, () => frame)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
