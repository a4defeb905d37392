import type { AnyRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

type BehindLogin = typeof import('./behind-login.ts')

let coming: Promise<void> | undefined
let frame: BehindLogin['frame'] | undefined
const listeners = new Set<() => void>()

/**
 * Adds the pages behind the login, and their frame, to what everybody sees, which the console starts with: whoever only
 * reads the prices downloads no address of the others. Does nothing the second time, unless the first one failed.
 */
export function addConsolePages(router: AnyRouter): Promise<void> {
  coming ??= add(router).catch((error) => {
    coming = undefined
    throw error
  })
  return coming
}

async function add(router: AnyRouter) {
  const part = await import('./behind-login.ts')
  // The routes are in the tree that the router has already; what it has made of that is stale.
  router.update(router.options)
  router.setRoutes(router.buildRouteTree())
  frame = part.frame
  part.listen(router)
  for (const listener of listeners) listener()
}

/** Whether a path leads to no page that is known, while not all pages are. */
export function mayBeConsolePage(router: AnyRouter, path: string) {
  if (frame) return false
  const [, rest, page] = router.getMatchedRoutes(path)
  return !page || '**' in rest
}

/** Parts of the frame for whoever is logged in; undefined until they are loaded, which is before the first paint. */
export function useConsoleFrame() {
  return useSyncExternalStore(subscribePages, () => frame)
}

/** Calls back when the pages are there. Returns the way to stop. */
export function subscribePages(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
