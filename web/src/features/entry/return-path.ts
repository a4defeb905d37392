import { isOwnPath } from '#web/lib/own-path.ts'

const KEY = 'return-to'

/** Keeps where to go after a login that leads over another site; undefined = to the usual page. */
export function keepReturnPath(path: string | undefined, store: Storage = sessionStorage): void {
  if (path) store.setItem(KEY, path)
  else store.removeItem(KEY)
}

/** The path that was kept, or undefined. */
export function keptReturnPath(store: Storage = sessionStorage): string | undefined {
  const path = store.getItem(KEY)
  return isOwnPath(path) ? path : undefined
}
