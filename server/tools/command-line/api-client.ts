import type { Endpoint, Envelope, Input, Reply } from '#contract/api/endpoint.ts'
import { CommandError } from './command.ts'
import type { Connection } from './connection.ts'

/** Calls of a server's interface in the name of an access token. */
export interface ApiClient {
  readonly url: string
  /** Answers the envelope's data. Throws an ApiRefusal with the server's message, or an Unreachable. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Reply<E>>
  /** The same with all that is in the envelope. */
  ask<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Envelope<Reply<E>>>
}

/** The server has refused a call. */
export class ApiRefusal extends CommandError {
  constructor(
    message: string,
    readonly status: number,
    readonly envelope: Partial<Envelope<unknown>>,
  ) {
    super(message)
  }
}

/** There was no answer, or none of Switchyard; another try may have one. */
export class Unreachable extends CommandError {}

/** A server that tests all its channels takes its time. */
const TIMEOUT_MS = 120_000
const MAX_TRIES = 5
const MAX_WAIT_SECONDS = 60

export function createApiClient({ url, token }: Connection): ApiClient {
  async function send<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    tries = MAX_TRIES,
  ): Promise<Envelope<Reply<E>>> {
    const answer = await fetch(`${url}${pathOf(endpoint, input)}`, {
      method: endpoint.method,
      headers: headersOf(token),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    }).catch((error: Error) => {
      throw new Unreachable(`${url} cannot be reached: ${error.message}`)
    })
    // A call that came too soon was not carried out.
    if (answer.status === 429 && tries > 1) {
      await Bun.sleep(Math.min(Number(answer.headers.get('retry-after')) || 1, MAX_WAIT_SECONDS) * 1000)
      return send(endpoint, input, tries - 1)
    }
    const envelope = (await answer.json().catch(() => undefined)) as Envelope<Reply<E>> | undefined
    if (typeof envelope?.success !== 'boolean') {
      throw new Unreachable(`${url} answered with status ${answer.status} and not as Switchyard does`)
    }
    if (envelope.success) return envelope
    if (answer.status >= 500) throw new Unreachable(`${url}: ${envelope.message}`)
    throw new ApiRefusal(refusalText(envelope), answer.status, envelope)
  }

  return {
    url,
    call: async (endpoint, input) => (await send(endpoint, input)).data as Reply<typeof endpoint>,
    ask: (endpoint, input) => send(endpoint, input),
  }
}

const headersOf = (token: string) => ({
  Authorization: `Bearer ${token}`,
  'Content-Type': 'application/json',
  'Accept-Language': 'en',
})

function pathOf(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  return query.size > 0 ? `${path}?${query}` : path
}

function refusalText({ message, fields }: Envelope<unknown>): string {
  const named = Object.entries(fields ?? {}).map(([field, text]) => `\n  ${field}: ${text}`)
  return message + named.join('')
}
