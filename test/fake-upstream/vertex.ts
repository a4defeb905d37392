import { generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'

/**
 * Vertex AI in front of a fake upstream: sells tokens for signed statements, lets nobody in without one, and serves each
 * publisher's models at its path. Source: cloud.google.com/vertex-ai/generative-ai/docs.
 */
export interface FakeVertex {
  url: string
  /** The file of a service account, in many lines as Google writes it. */
  account: string
  /** Bodies that the models got, by path. */
  calls: { path: string; body: Record<string, unknown> }[]
  /** How many tokens were sold. */
  sold: number
  /** Ends all tokens before their time. */
  revoke(): void
  stop(): Promise<void>
}

/** A key of the express mode, which has neither project nor location. */
export const EXPRESS_KEY = 'AQ.Ab8RN6LfakeExpressKey0000'
const EXPRESS = /^\/v1\/publishers\/google\/models\/([^/]+):(generateContent|streamGenerateContent)$/
const EMAIL = 'relay@my-project.iam.gserviceaccount.com'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const PATH =
  /^\/v1\/projects\/my-project\/locations\/([a-z0-9-]+)\/(publishers\/(google|anthropic)\/models\/([^/]+):(\w+)|endpoints\/openapi\/chat\/completions)$/

const ROLE_MISSING = 'Please use a valid role: user, model.'
const saysWhoSpeaks = ({ contents }: { contents?: { role?: string }[] }) =>
  (contents ?? []).every(({ role }) => role !== undefined)

export function startFakeVertex(upstream: string): FakeVertex {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const calls: FakeVertex['calls'] = []
  let sold = 0
  let valid = ''

  async function sell(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    try {
      if (form.get('grant_type') !== GRANT) throw new Error('unsupported grant')
      const options = { issuer: EMAIL, audience: `${server.url}token`, algorithms: ['RS256'], maxTokenAge: '1h' }
      const { payload, protectedHeader } = await jwtVerify(form.get('assertion') ?? '', publicKey, options)
      if (payload.scope !== SCOPE || protectedHeader.kid !== 'key-1') throw new Error('wrong scope or key')
      if (Number(payload.exp) - Number(payload.iat) > 3600) throw new Error('too long')
    } catch {
      return Response.json({ error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, { status: 400 })
    }
    valid = `ya29.token-${++sold}`
    return Response.json({ access_token: valid, expires_in: 3599, token_type: 'Bearer' })
  }

  async function serve(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    if (pathname === '/token') return sell(request)
    const [, asked, verb] = EXPRESS.exec(pathname) ?? []
    if (asked && request.headers.get('x-goog-api-key') === EXPRESS_KEY) {
      const body = (await request.json()) as Record<string, unknown>
      calls.push({ path: pathname + search, body })
      return forward(`/v1/models/${asked}:${verb}${search}`, body)
    }
    const isKnown = valid !== '' && request.headers.get('authorization') === `Bearer ${valid}`
    if (!isKnown) return failure(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
    const [, , , publisher, model = '', method] = PATH.exec(pathname) ?? []
    if (!PATH.test(pathname)) return failure(404, 'NOT_FOUND', `Publisher Model ${pathname} was not found.`)
    const body = (await request.json()) as Record<string, unknown>
    calls.push({ path: pathname + search, body })
    if (method === 'predict') return embed(body)
    if (publisher === 'google' && !saysWhoSpeaks(body)) return failure(400, 'INVALID_ARGUMENT', ROLE_MISSING)
    if (publisher === 'google') return forward(`/v1/models/${model}:${method}${search}`, body)
    return publisher === 'anthropic'
      ? claude(decodeURIComponent(model), method, body)
      : forward('/v1/chat/completions', body)
  }

  function claude(model: string, method: string | undefined, body: Record<string, unknown>) {
    const { anthropic_version, ...message } = body
    if (anthropic_version !== 'vertex-2023-10-16')
      return failure(400, 'INVALID_ARGUMENT', 'anthropic_version: required')
    if ('model' in message) return failure(400, 'INVALID_ARGUMENT', 'model: Extra inputs are not permitted')
    if ((message.stream === true) !== (method === 'streamRawPredict')) return failure(400, 'INVALID_ARGUMENT', 'stream')
    return forward('/v1/messages', { model, ...message })
  }

  const forward = (path: string, body: object) =>
    fetch(upstream + path, {
      method: 'POST',
      headers: { authorization: 'Bearer inside', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify(body),
    })

  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 0, fetch: serve })
  const account = {
    type: 'service_account',
    project_id: 'my-project',
    private_key_id: 'key-1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: EMAIL,
    token_uri: `${server.url}token`,
  }
  return {
    url: `http://127.0.0.1:${server.port}`,
    account: JSON.stringify(account, null, 2),
    calls,
    get sold() {
      return sold
    },
    revoke() {
      valid = ''
    },
    stop: () => server.stop(true),
  }
}

function embed({ instances }: { instances?: { content?: string }[] }): Response {
  const embeddings = { values: [1, 0], statistics: { token_count: 3.0, truncated: false } }
  return Response.json({ predictions: (instances ?? []).map(() => ({ embeddings })) })
}

const failure = (code: number, status: string, message: string) =>
  Response.json({ error: { code, message, status } }, { status: code })
