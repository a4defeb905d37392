import * as z from 'zod/mini'
import { ApiError } from '../../platform/errors/api-error.ts'
import { callService } from '../../wire/egress/call-service.ts'
import type { CodeProvider, ProviderAccount, ProviderContext } from './provider.ts'

const tokenAnswer = z.object({ access_token: z.string().check(z.minLength(1)) })
const userAnswer = z.object({
  id: z.number().check(z.int(), z.positive()),
  login: z.optional(z.nullable(z.string())),
  name: z.optional(z.nullable(z.string())),
})

/**
 * GitHub (docs.github.com: Authorizing OAuth apps). Accounts are known by their number: a login name can be given up and
 * taken by somebody else.
 */
export const github: CodeProvider = {
  name: 'github',
  displayName: 'GitHub User',
  ownStart: false,
  async startUrl({ values, addresses, redirectUri }, { state }) {
    const query = { client_id: values.GitHubClientId, redirect_uri: redirectUri, state }
    return `${addresses.github}/login/oauth/authorize?${new URLSearchParams(query)}`
  },
  async redeem({ values, addresses, warn }, { code }) {
    try {
      const token = await callService(`${addresses.github}/login/oauth/access_token`, {
        json: { client_id: values.GitHubClientId, client_secret: values.GitHubClientSecret, code },
      })
      const { data } = z.safeParse(tokenAnswer, token.body)
      if (!data) throw new ApiError('github_answer_invalid')
      return await readAccount(addresses, data.access_token)
    } catch (error) {
      if (error instanceof ApiError) throw error
      warn(error)
      throw new ApiError('github_unreachable')
    }
  },
}

async function readAccount(addresses: ProviderContext['addresses'], token: string): Promise<ProviderAccount> {
  const headers = { Authorization: `Bearer ${token}` }
  const { body } = await callService(`${addresses.githubApi}/user`, { headers })
  const { data } = z.safeParse(userAnswer, body)
  if (!data) throw new ApiError('github_answer_invalid')
  const subject = String(data.id)
  return { subject, shownId: subject, displayName: data.name || data.login || '' }
}
