import { parseObject } from '../dialects/json.ts'
import type { TokenExchange } from './provider.ts'

/** Google's service accounts: https://developers.google.com/identity/protocols/oauth2/service-account */

interface Account {
  project_id: string
  private_key: string
  private_key_id: string
  client_email: string
  token_uri: string
}

const TOKEN_URI = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Google's maximum, in seconds. */
const LIFE = 3600
/** Google's error for an assertion from a server whose clock is wrong. */
const CLOCK_ERROR = /\biat\b.*\bexp\b|reasonable timeframe/

/**
 * Exchanges a signed assertion for a token that is valid for an hour. The key is the JSON file that Google issues.
 */
export const serviceAccount: TokenExchange = {
  async request({ key }, now) {
    const { private_key, private_key_id, client_email, token_uri } = accountOf(key)
    // Loaded with the first token: few servers have such a channel.
    const { SignJWT } = await import('jose')
    const issued = Math.floor(now.getTime() / 1000)
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(private_key_id ? { kid: private_key_id } : {}) })
      .setIssuer(client_email)
      .setAudience(token_uri)
      .setIssuedAt(issued)
      .setExpirationTime(issued + LIFE)
      .sign(await signingKey(private_key))
    return { url: token_uri, form: { grant_type: GRANT, assertion } }
  },
  read(body) {
    const { access_token, expires_in, error, error_description } = (body ?? {}) as Record<string, unknown>
    if (typeof access_token === 'string') return { token: access_token, seconds: Number(expires_in) || LIFE }
    const refused = [error, error_description].filter((text) => typeof text === 'string').join(': ') || 'no token'
    return CLOCK_ERROR.test(refused) ? { refused, ours: true } : { refused }
  },
}

/** Returns the project that is billed. Throws if the key is not a service account. */
export const projectOf = (key: string) => accountOf(key).project_id

const accounts = new Map<string, Account>()
const MAX_CACHED = 1000

/** Keys are read for each call, but parsed only once. */
function accountOf(key: string): Account {
  const known = accounts.get(key)
  if (known) return known
  const account = parsed(key)
  if (accounts.size >= MAX_CACHED) accounts.clear()
  accounts.set(key, account)
  return account
}

function parsed(key: string): Account {
  // Without the parser's error, which would quote the key.
  const fields = parseObject(key) ?? {}
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const account = {
    project_id: text('project_id'),
    private_key: text('private_key'),
    private_key_id: text('private_key_id'),
    client_email: text('client_email'),
    token_uri: text('token_uri') || TOKEN_URI,
  }
  if (!account.project_id || !account.private_key || !account.client_email) {
    throw new Error('the key is not the JSON of a service account')
  }
  return account
}

async function signingKey(pem: string) {
  const { importPKCS8 } = await import('jose')
  try {
    return await importPKCS8(pem, 'RS256')
  } catch {
    throw new Error('the private key of the service account cannot be read')
  }
}
