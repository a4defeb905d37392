import { createHash } from 'node:crypto'
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { callService } from '../egress/outgoing.ts'
import { Failure } from '../errors/api-error.ts'
import type { CodeProvider, LoginSecrets, ProviderAccount, ProviderContext } from './provider.ts'

const address = z.url({ protocol: /^https?$/ })
const discoveryAnswer = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
})
type Discovery = z.infer<typeof discoveryAnswer>
const tokenAnswer = z.object({ id_token: z.string().check(z.minLength(1)) })
const refusal = z.object({ error: z.string(), error_description: z.optional(z.string()) })
const keysAnswer = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

/** Signatures with a key pair: the client secret must not be able to sign, as with HS256. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
/** By how many seconds the clocks may differ. */
const CLOCK_SECONDS = 60

/**
 * Any OpenID Connect provider (openid.net/specs/openid-connect-core-1_0: code flow with PKCE). Everything but issuer
 * and client is discovered, anew for each login: keys and addresses may change, and logins are rare.
 */
export const oidc: CodeProvider = {
  name: 'oidc',
  column: 'oidc_id',
  isEnabled: (values) => values.OIDCEnabled,
  errors: { disabled: 'oidc_disabled', taken: 'oidc_taken', codeMissing: 'invalid_parameters' },
  displayName: 'OpenID User',
  ownStart: true,
  async startUrl(context, { state, verifier, nonce }) {
    const { authorization_endpoint } = await discover(context)
    const url = new URL(authorization_endpoint)
    const query = {
      response_type: 'code',
      client_id: context.values.OIDCClientId,
      redirect_uri: context.redirectUri,
      scope: 'openid profile',
      state,
      nonce,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  },
  async redeem(context, secrets) {
    const discovery = await discover(context)
    const idToken = await fetchIdToken(context, discovery, secrets)
    return accountOf(discovery.issuer, await verifyIdToken(context, discovery, idToken, secrets.nonce))
  },
}

async function discover(context: ProviderContext): Promise<Discovery> {
  const { OIDCIssuer: issuer } = context.values
  const body = await ask(context, `${issuer}/.well-known/openid-configuration`)
  const { data } = z.safeParse(discoveryAnswer, body)
  // Options lose their trailing slash, and some issuers have one.
  if (data?.issuer.replace(/\/+$/, '') === issuer) return data
  context.warn(`the discovery document of ${issuer} is not usable`)
  throw new Failure('oidc_unreachable')
}

async function fetchIdToken(
  context: ProviderContext,
  discovery: Discovery,
  { code, verifier }: LoginSecrets & { code: string },
) {
  const { OIDCClientId: id, OIDCClientSecret: secret } = context.values
  const form = { grant_type: 'authorization_code', code, redirect_uri: context.redirectUri, code_verifier: verifier }
  const methods = discovery.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')
  const call = methods.includes('client_secret_basic')
    ? { form, headers: { Authorization: `Basic ${basic}` } }
    : { form: { ...form, client_id: id, client_secret: secret } }
  const body = await ask(context, discovery.token_endpoint, call)
  const { data } = z.safeParse(tokenAnswer, body)
  if (data) return data.id_token
  const { data: refused } = z.safeParse(refusal, body)
  if (!refused) throw new Failure('oidc_answer_invalid')
  throw new Failure('oidc_refused', { detail: (refused.error_description || refused.error).slice(0, 200) })
}

async function verifyIdToken(
  context: ProviderContext,
  { issuer, jwks_uri }: Discovery,
  idToken: string,
  nonce: string,
) {
  const { OIDCClientId: audience } = context.values
  const { data: keys } = z.safeParse(keysAnswer, await ask(context, jwks_uri))
  try {
    const { payload } = await jwtVerify(idToken, createLocalJWKSet((keys ?? { keys: [] }) as JSONWebKeySet), {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_SECONDS,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    })
    if (payload.nonce !== nonce) throw new Error('the nonce is of another login')
    if (payload.azp !== undefined && payload.azp !== audience) throw new Error('the token is for another client')
    return payload
  } catch (error) {
    context.warn(error)
    throw new Failure('oidc_answer_invalid')
  }
}

/** A subject is unique within its issuer alone: whoever changes the issuer must not meet others' accounts. */
function accountOf(issuer: string, { sub, name, preferred_username }: JWTPayload): ProviderAccount {
  if (!sub) throw new Failure('oidc_answer_invalid')
  const displayName = [name, preferred_username].find((text) => typeof text === 'string' && text !== '') ?? ''
  return { subject: `${issuer} ${sub}`, shownId: sub, displayName: displayName as string }
}

async function ask(context: ProviderContext, url: string, call?: Parameters<typeof callService>[1]): Promise<unknown> {
  try {
    return (await callService(url, call)).body
  } catch (error) {
    context.warn(error)
    throw new Failure('oidc_unreachable')
  }
}
