import { isOwnPath } from '#web/lib/url/own-path.ts'

const KEY = 'return-to'

/** Stores the page for after a login that leads over another site; undefined = the default page. */
export function keepReturnPath(path: string | undefined, store: Storage = sessionStorage): void {
  if (path) store.setItem(KEY, path)
  else store.removeItem(KEY)
}

/** Returns the stored path, or undefined. */
export function keptReturnPath(store: Storage = sessionStorage): string | undefined {
  const path = store.getItem(KEY)
  return isOwnPath(path) ? path : undefined
}
