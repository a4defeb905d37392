/** Somebody who has an account at a provider. */
export interface Person {
  id: number | string
  login?: string
  name?: string
  /** Further claims of an ID token. */
  claims?: Record<string, unknown>
}

/** What a browser carries back to us. */
export interface Consent {
  code: string
  state: string
}

interface Grant {
  person: Person
  client: string
  redirectUri: string | null
  challenge: string | null
  nonce: string | null
}

export const CLIENT = { id: 'client-id', secret: 'client:secret/+' }

/** Hands out codes and tokens and takes each code once, as a provider's server does. */
export function openDesk() {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Person>()
  return {
    /** The person says yes on the page that the browser was sent to. */
    consent(startUrl: string, person: Person, code: string = crypto.randomUUID()): Consent {
      const { searchParams: query } = new URL(startUrl)
      if (query.get('client_id') !== CLIENT.id) throw new Error(`unknown client ${query.get('client_id')}`)
      codes.set(code, {
        person,
        client: CLIENT.id,
        redirectUri: query.get('redirect_uri'),
        challenge: query.get('code_challenge_method') === 'S256' ? query.get('code_challenge') : null,
        nonce: query.get('nonce'),
      })
      return { code, state: query.get('state') ?? '' }
    },
    takeCode(code: string | null | undefined): Grant | undefined {
      const grant = codes.get(code ?? '')
      codes.delete(code ?? '')
      return grant
    },
    tokenFor(person: Person): string {
      const token = crypto.randomUUID()
      tokens.set(token, person)
      return token
    },
    bearer(request: Request): Person | undefined {
      return tokens.get(request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '')
    },
  }
}
export type Desk = ReturnType<typeof openDesk>

/** Whether a request proves by Basic authentication that it is our client's. */
export function isClient(request: Request, encode = (text: string) => text): boolean {
  const given = request.headers.get('authorization')?.replace(/^Basic /, '') ?? ''
  return Buffer.from(given, 'base64').toString() === `${encode(CLIENT.id)}:${encode(CLIENT.secret)}`
}
