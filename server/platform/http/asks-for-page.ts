/** Headers and parameters with which callers send a key. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key']

/**
 * Whether a request for the console's page `/models`, or one below it, means the page. API clients whose base URL
 * lacks the version ask for their list of models at the same path: they send a key, or want JSON.
 */
export function asksForPage(request: Request, path: string): boolean {
  if (!/^\/models(\/|$)/.test(path) || (request.method !== 'GET' && request.method !== 'HEAD')) return false
  const { headers } = request
  const accept = headers.get('accept') ?? ''
  if (accept.includes('text/html')) return true
  const hasKey = KEY_HEADERS.some((name) => headers.has(name)) || new URL(request.url).searchParams.has('key')
  return !hasKey && !accept.includes('json')
}
