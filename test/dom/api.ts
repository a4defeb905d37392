import { endpoints } from '#contract/api/all.ts'
import type { Endpoint, Parsed, Reply } from '#contract/api/endpoint.ts'
import { sampleOf } from './sample.ts'

/** What an in-test endpoint answers: `data`, or a refusal, or a status with its text. */
export interface Answer<T> {
  data?: T
  total?: number
  /** Further fields of the envelope: `success: false`, `message`, `fields`, `code`. */
  refusal?: { message: string; fields?: Record<string, string>; code?: string }
  status?: number
  headers?: Record<string, string>
}
type Handler<E extends Endpoint> = (input: Parsed<E>) => Answer<Reply<E>> | Promise<Answer<Reply<E>>>

export interface Call {
  /** `POST /api/token`, without the query. */
  what: string
  query: Record<string, string>
  body: unknown
}

/** The calls that the page has made, oldest first. */
export const calls: Call[] = []
/** Calls that changed something, as `POST /api/token`. */
export const changes = () => calls.map(({ what }) => what).filter((what) => !what.startsWith('GET '))

const handlers = new Map<Endpoint, Handler<Endpoint>>()
const problems: string[] = []

/** Sets what an endpoint answers until the end of the test. Readings without an answer give the schema's sample. */
export function answer<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
  handlers.set(endpoint, handler as unknown as Handler<Endpoint>)
}

/** Holds back the answers of an endpoint until `release` is called. */
export function hold<E extends Endpoint>(endpoint: E): { release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = handlers.get(endpoint)
  handlers.set(endpoint, async (input) => {
    await promise
    return before ? before(input) : sampleAnswer(endpoint)
  })
  return { release: resolve }
}

/** Forgets answers and calls. Throws what the page has called against the contract. */
export function resetApi(): void {
  const found = problems.splice(0)
  handlers.clear()
  calls.length = 0
  if (found.length > 0) throw new Error(found.join('\n'))
}

/** Stands for the server: checks what is sent and what is answered by the contract's schemas. */
export async function serve(url: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(url, location.href)
  const query = Object.fromEntries(searchParams)
  const json: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
  const found = find(method, pathname)
  calls.push({ what: `${method} ${pathname}`, query, body: json })
  const handler = found && handlers.get(found.endpoint)
  if (!found || (!handler && method !== 'GET')) {
    problems.push(`Nothing answers ${method} ${url} ${body ?? ''}`)
    return new Response('', { status: 404 })
  }
  const { endpoint, params } = found
  const given = { params, query, body: json }
  const input: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const read = endpoint[part]?.safeParse(given[part])
    if (read?.error) problems.push(`${method} ${url}, ${part}: ${read.error.message}`)
    input[part] = read?.data
  }
  const {
    data,
    total,
    refusal,
    status = 200,
    headers,
  } = handler ? await handler(input as never) : sampleAnswer(endpoint)
  if (status !== 200) return Response.json({ success: false, message: '' }, { status, headers })
  if (refusal) return Response.json({ success: false, ...refusal })
  const checked = endpoint.reply.safeParse(data)
  if (!checked.success) problems.push(`${method} ${pathname} answers against the contract: ${checked.error.message}`)
  return Response.json({ success: true, message: '', data, total })
}

const sampleAnswer = (endpoint: Endpoint): Answer<never> => ({ data: sampleOf(endpoint.reply) as never, total: 0 })

/** Paths with more fixed parts come first: `/api/token/search` is no `/api/token/:id`. */
const routes = [...new Set(Object.values(endpoints))]
  .map((endpoint) => ({
    endpoint,
    names: [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '([^/]+)')}/?$`),
  }))
  .sort((a, b) => a.names.length - b.names.length)

function find(method: string, path: string) {
  for (const { endpoint, names, pattern } of routes) {
    const match = endpoint.method === method && pattern.exec(path)
    if (!match) continue
    const params = names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')])
    return { endpoint, params: Object.fromEntries(params) as Record<string, string> }
  }
  return undefined
}
