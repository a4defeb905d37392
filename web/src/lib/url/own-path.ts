/** Whether a value is a path of this site; other redirects after login would be open redirects. */
export function isOwnPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) && !value.startsWith('/login')
}

/** Removes the expired-login flag from a path of this site; also returns whether it was set. */
export function withoutExpired(href: string) {
  const { pathname, searchParams, hash } = new URL(href, 'http://localhost')
  const isTold = searchParams.get('expired') === 'true'
  if (!isTold) return { isTold, path: href }
  searchParams.delete('expired')
  return { isTold, path: pathname + (searchParams.size ? `?${searchParams}` : '') + hash }
}
