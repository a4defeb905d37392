import type { ServiceTest, TriedService } from '#contract/api/options.ts'
import type { OptionKey } from '#contract/options.ts'
import { GATEWAY_SECRETS, type PaymentGatewayId } from '#contract/payment-gateways.ts'
import type { Platform } from '../../platform/platform.ts'
import { GatewayError } from '../../sales/topup/payments/gateway.ts'
import { openGateway } from '../../sales/topup/payments/gateways.ts'
import { callService, OutgoingError } from '../../wire/egress/call-service.ts'

/**
 * A value that no service ever issued: services that accept our credentials refuse this value, others refuse the
 * credentials first.
 */
const UNKNOWN_CREDENTIAL = 'switchyard-test'
const DETAIL_MAX = 200
const UNSET: ServiceTest = { verdict: 'unset', detail: '' }

const checks: Record<TriedService, (services: Platform) => Promise<ServiceTest>> = {
  github: checkGithub,
  payment: (services) => checkGateway(services, 'epay'),
  stripe: (services) => checkGateway(services, 'stripe'),
  turnstile: checkTurnstile,
}
const SECRETS: Record<TriedService, readonly OptionKey[]> = {
  github: ['GitHubClientSecret'],
  payment: GATEWAY_SECRETS,
  stripe: GATEWAY_SECRETS,
  turnstile: ['TurnstileSecretKey'],
}

/** Tests the saved credentials of a service, which changes nothing here or there. Throws too_many_requests. */
export async function testService(services: Platform, userId: number, service: TriedService): Promise<ServiceTest> {
  await services.limits.serviceTest({ userId })
  try {
    const { verdict, detail } = await checks[service](services)
    const secrets = SECRETS[service].map((key) => services.options.text(key)).filter(Boolean)
    const shown = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), detail)
    return { verdict, detail: shown.slice(0, DETAIL_MAX) }
  } catch (error) {
    if (!(error instanceof OutgoingError || error instanceof GatewayError)) throw error
    services.log.info({ service, error: error instanceof GatewayError ? error.message : error.name }, 'a test failed')
    return { verdict: 'unreachable', detail: error instanceof GatewayError ? error.message : '' }
  }
}

/** docs.github.com: Troubleshooting OAuth app access token request errors. An unknown client id is a 404. */
async function checkGithub({ options: { values }, config }: Platform): Promise<ServiceTest> {
  const { GitHubClientId: client_id, GitHubClientSecret: client_secret } = values
  if (client_id === '' || client_secret === '') return UNSET
  const { status, body } = await callService(`${config.externals.github}/login/oauth/access_token`, {
    json: { client_id, client_secret, code: UNKNOWN_CREDENTIAL },
  })
  const error = textOf(body, 'error')
  if (error === 'bad_verification_code') return { verdict: 'right', detail: '' }
  const isRefused = error === 'incorrect_client_credentials' || status === 404
  return {
    verdict: isRefused ? 'refused' : 'unclear',
    detail: textOf(body, 'error_description') || error || `${status}`,
  }
}

/** developers.cloudflare.com/turnstile: its error codes. A test secret accepts every answer. */
async function checkTurnstile({ options: { values }, config }: Platform): Promise<ServiceTest> {
  const { TurnstileSecretKey: secret } = values
  if (secret === '') return UNSET
  const form = { secret, response: UNKNOWN_CREDENTIAL }
  const { status, body } = await callService(`${config.externals.turnstile}/turnstile/v0/siteverify`, { form })
  const { success, 'error-codes': listed } = (body ?? {}) as { success?: unknown; 'error-codes'?: unknown }
  if (success === true) return { verdict: 'open', detail: '' }
  const codes = Array.isArray(listed) ? listed.map(String) : []
  if (codes.includes('invalid-input-secret')) return { verdict: 'refused', detail: '' }
  if (codes.includes('invalid-input-response')) return { verdict: 'right', detail: '' }
  return { verdict: 'unclear', detail: codes.join(', ') || `${status}` }
}

/** Gateways differ in how they refuse, and some have no such query: only a positive answer is certain. */
async function checkGateway(services: Platform, gateway: PaymentGatewayId): Promise<ServiceTest> {
  const test = openGateway(gateway, services)?.testCredentials
  if (!test) return UNSET
  const { known, said } = await test()
  return known ? { verdict: 'right', detail: '' } : { verdict: 'unclear', detail: said }
}

function textOf(body: unknown, name: string): string {
  const value = (body as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}
