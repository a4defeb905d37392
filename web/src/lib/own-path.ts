/** Whether it is a path of this site: anything else would let a link send people elsewhere after they log in. */
export function isOwnPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) && !value.startsWith('/login')
}

/** A path of this site without the flag that a login has expired, and whether it had it. */
export function withoutExpired(href: string) {
  const { pathname, searchParams, hash } = new URL(href, 'http://localhost')
  const isTold = searchParams.get('expired') === 'true'
  if (!isTold) return { isTold, path: href }
  searchParams.delete('expired')
  return { isTold, path: pathname + (searchParams.size ? `?${searchParams}` : '') + hash }
}
