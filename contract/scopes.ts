/** What an access token may do: read usage, manage own tokens, manage users, or everything that its user may. */
export const SCOPES = ['all', 'usage', 'tokens', 'users'] as const
export type Scope = (typeof SCOPES)[number]

/** The calls of each narrow scope, by method and path. */
const CALLS: Record<Exclude<Scope, 'all'>, (method: string, path: string) => boolean> = {
  usage: (method, path) => method === 'GET' && /^\/api\/(log|data)(\/|$)|^\/api\/user\/wallet_history$/.test(path),
  tokens: (_method, path) => /^\/api\/token(\/|$)/.test(path),
  users: (_method, path) => /^\/api\/user(\/search|\/manage|\/:id(\/tokens)?)?$/.test(path),
}
/** What every token may ask: whose it is. */
const OWN_USER = '/api/user/self'

/** What tells an endpoint from others. */
interface Call {
  method: string
  path: string
  access: string
}

/** Whether a token of a scope may call an endpoint; the role of its user is another matter. */
export function isInScope(scope: Scope, { method, path, access }: Call): boolean {
  if (scope === 'all' || access === 'public') return true
  return (method === 'GET' && path === OWN_USER) || CALLS[scope](method, path)
}

/** Reads a stored scope; tokens from before there were scopes may do everything. */
export const readScope = (text: string): Scope => SCOPES.find((scope) => scope === text) ?? 'all'
