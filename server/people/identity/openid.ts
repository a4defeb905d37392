import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { CodeProviderId } from '#contract/login/login-providers.ts'
import { DEFAULT_SCOPES } from '#contract/login/oidc-providers.ts'
import { callService } from '../../wire/egress/call-service.ts'
import { challengeOf } from './pkce.ts'
import {
  type CodeProvider,
  type LoginSecrets,
  type ProviderAccount,
  type ProviderContext,
  providerFailure,
} from './provider.ts'

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

/** The client of an OpenID provider. */
interface Client {
  /** Without a trailing slash. */
  issuer: string
  id: string
  secret: string
  /** Absent = `openid profile`. */
  scopes?: string
  /** The claim with the groups; absent = they are not read. */
  groupsClaim?: string
}

type ClientContext = ProviderContext & { client: Client; name: CodeProviderId }

/**
 * Creates a provider that uses OpenID Connect (openid.net/specs/openid-connect-core-1_0: code flow with PKCE). Everything
 * but issuer and client is discovered, anew for each login: keys and addresses may change, and logins are rare.
 */
export function openIdProvider(
  name: CodeProviderId,
  displayName: string,
  clientOf: (context: ProviderContext) => Client,
): CodeProvider {
  const withClient = (context: ProviderContext): ClientContext => ({ ...context, name, client: clientOf(context) })
  return {
    name,
    displayName,
    ownStart: true,
    startUrl: (context, secrets) => authorizationUrl(withClient(context), secrets),
    redeem: (context, secrets) => redeemCode(withClient(context), secrets),
  }
}

async function authorizationUrl(context: ClientContext, { state, verifier, nonce }: LoginSecrets): Promise<string> {
  const { authorization_endpoint } = await discover(context)
  const url = new URL(authorization_endpoint)
  const query = {
    response_type: 'code',
    client_id: context.client.id,
    redirect_uri: context.redirectUri,
    scope: context.client.scopes ?? DEFAULT_SCOPES,
    state,
    nonce,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

async function redeemCode(context: ClientContext, secrets: LoginSecrets & { code: string }): Promise<ProviderAccount> {
  const discovery = await discover(context)
  const idToken = await fetchIdToken(context, discovery, secrets)
  const claims = await verifyIdToken(context, discovery, idToken, secrets.nonce)
  return accountOf(context, discovery.issuer, claims)
}

async function discover(context: ClientContext): Promise<Discovery> {
  const { issuer } = context.client
  const body = await ask(context, `${issuer}/.well-known/openid-configuration`)
  const { data } = z.safeParse(discoveryAnswer, body)
  // Options lose their trailing slash, and some issuers have one.
  if (data?.issuer.replace(/\/+$/, '') === issuer) return data
  context.warn(`the discovery document of ${issuer} is not usable`)
  throw providerFailure(context.name, 'unreachable')
}

async function fetchIdToken(
  context: ClientContext,
  discovery: Discovery,
  { code, verifier }: LoginSecrets & { code: string },
) {
  const { id, secret } = context.client
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
  if (!refused) throw providerFailure(context.name, 'answer_invalid')
  throw providerFailure(context.name, 'refused', { detail: (refused.error_description || refused.error).slice(0, 200) })
}

async function verifyIdToken(context: ClientContext, { issuer, jwks_uri }: Discovery, idToken: string, nonce: string) {
  const { id: audience } = context.client
  const { data: keys } = z.safeParse(keysAnswer, await ask(context, jwks_uri))
  try {
    const { payload } = await jwtVerify(idToken, createLocalJWKSet((keys ?? { keys: [] }) as JSONWebKeySet), {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_SECONDS,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    })
    if (payload.nonce !== nonce) throw new Error('the nonce belongs to another login')
    if (payload.azp !== undefined && payload.azp !== audience) throw new Error('the token is for another client')
    return payload
  } catch (error) {
    context.warn(error)
    throw providerFailure(context.name, 'answer_invalid')
  }
}

/** A subject is unique within its issuer alone: whoever changes the issuer must not meet others' accounts. */
function accountOf(context: ClientContext, issuer: string, claims: JWTPayload): ProviderAccount {
  const { sub, name, preferred_username } = claims
  if (!sub) throw providerFailure(context.name, 'answer_invalid')
  const displayName = [name, preferred_username].find((text) => typeof text === 'string' && text !== '') ?? ''
  const { groupsClaim } = context.client
  const groups = groupsClaim ? { groups: textsIn(claims[groupsClaim]) } : {}
  return { subject: `${issuer} ${sub}`, shownId: sub, displayName: displayName as string, ...groups }
}

/** A claim with one text or several. */
const textsIn = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).filter((one): one is string => typeof one === 'string')

async function ask(context: ClientContext, url: string, call?: Parameters<typeof callService>[1]): Promise<unknown> {
  try {
    return (await callService(url, call)).body
  } catch (error) {
    context.warn(error)
    throw providerFailure(context.name, 'unreachable')
  }
}
