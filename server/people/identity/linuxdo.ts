import * as z from 'zod/mini'
import { ApiError } from '../../platform/errors/api-error.ts'
import { callService } from '../../wire/egress/call-service.ts'
import type { CodeProvider, ProviderAccount } from './provider.ts'

const tokenAnswer = z.object({ access_token: z.string().check(z.minLength(1)) })
const refusal = z.object({ message: z.optional(z.string()), error: z.optional(z.string()) })
const userAnswer = z.object({
  id: z.number().check(z.int(), z.positive()),
  username: z.optional(z.nullable(z.string())),
  name: z.optional(z.nullable(z.string())),
})

/** LinuxDO (connect.linux.do): OAuth 2 with Basic authentication of the client; accounts are known by their number. */
export const linuxdo: CodeProvider = {
  name: 'linuxdo',
  codeMissing: 'linuxdo_code_missing',
  displayName: 'Linux DO User',
  ownStart: false,
  async startUrl({ values, addresses, redirectUri }, { state }) {
    const query = { response_type: 'code', client_id: values.LinuxDOClientId, redirect_uri: redirectUri, state }
    return `${addresses.linuxdo}/oauth2/authorize?${new URLSearchParams(query)}`
  },
  async redeem({ values, addresses, redirectUri, warn }, { code }) {
    const client = Buffer.from(`${values.LinuxDOClientId}:${values.LinuxDOClientSecret}`).toString('base64')
    try {
      const { body } = await callService(`${addresses.linuxdo}/oauth2/token`, {
        headers: { Authorization: `Basic ${client}` },
        form: { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      })
      const { data } = z.safeParse(tokenAnswer, body)
      if (!data) throw new ApiError('linuxdo_token_refused', { detail: reasonOf(body) })
      return await readAccount(`${addresses.linuxdo}/api/user`, data.access_token)
    } catch (error) {
      if (error instanceof ApiError) throw error
      warn(error)
      throw new ApiError('linuxdo_unreachable')
    }
  },
}

function reasonOf(body: unknown): string {
  const { data } = z.safeParse(refusal, body)
  return (data?.message || data?.error || 'no token').slice(0, 200)
}

async function readAccount(url: string, token: string): Promise<ProviderAccount> {
  const { body } = await callService(url, { headers: { Authorization: `Bearer ${token}` } })
  const { data } = z.safeParse(userAnswer, body)
  if (!data) throw new ApiError('linuxdo_answer_invalid')
  const subject = String(data.id)
  return { subject, shownId: subject, displayName: data.name || data.username || '' }
}
