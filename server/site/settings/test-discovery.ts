import type { Platform } from '../../platform/platform.ts'
import { callService, OutgoingError } from '../../wire/egress/call-service.ts'

const DETAIL_MAX = 200

/** Reads an issuer's discovery document. Throws too_many_requests. */
export async function testDiscovery(
  services: Platform,
  userId: number,
  address: string,
): Promise<{ usable: boolean; detail: string }> {
  await services.limits.serviceTest({ userId })
  const issuer = address.trim().replace(/\/+$/, '')
  if (!/^https?:\/\//i.test(issuer) || !URL.canParse(issuer))
    return { usable: false, detail: issuer.slice(0, DETAIL_MAX) }
  try {
    const { status, body } = await callService(`${issuer}/.well-known/openid-configuration`)
    const { issuer: said, authorization_endpoint: start } = Object(body) as Record<string, unknown>
    if (typeof said !== 'string' || typeof start !== 'string') return { usable: false, detail: `HTTP ${status}` }
    const usable = said.replace(/\/+$/, '') === issuer
    return { usable, detail: (usable ? start : said).slice(0, DETAIL_MAX) }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { usable: false, detail: error.name }
  }
}
