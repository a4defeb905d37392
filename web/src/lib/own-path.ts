/** Whether it is a path of this site: anything else would let a link send people elsewhere after they log in. */
export function isOwnPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) && !value.startsWith('/login')
}
