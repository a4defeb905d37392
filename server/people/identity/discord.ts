import * as z from 'zod/mini'
import { ApiError } from '../../platform/errors/api-error.ts'
import { callService } from '../../wire/egress/call-service.ts'
import { challengeOf } from './pkce.ts'
import { type CodeProvider, type ProviderAccount, type ProviderContext, providerFailure } from './provider.ts'

const tokenAnswer = z.object({ access_token: z.string().check(z.minLength(1)) })
/** `id` is a snowflake: 64 bits, as a text. */
const userAnswer = z.object({
  id: z.string().check(z.regex(/^\d{1,20}$/)),
  username: z.optional(z.nullable(z.string())),
  global_name: z.optional(z.nullable(z.string())),
})

const addressOf = ({ addresses }: ProviderContext) => addresses.discord ?? 'https://discord.com'

/** Discord (docs.discord.com/developers/topics/oauth2): OAuth 2 with PKCE; accounts are matched by their snowflake. */
export const discord: CodeProvider = {
  name: 'discord',
  displayName: 'Discord User',
  ownStart: true,
  async startUrl(context, { state, verifier }) {
    const query = {
      response_type: 'code',
      client_id: context.values.DiscordClientId,
      scope: 'identify',
      redirect_uri: context.redirectUri,
      state,
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
    }
    return `${addressOf(context)}/oauth2/authorize?${new URLSearchParams(query)}`
  },
  async redeem(context, { code, verifier }) {
    const { DiscordClientId: client_id, DiscordClientSecret: client_secret } = context.values
    const grant = { grant_type: 'authorization_code', code, redirect_uri: context.redirectUri, code_verifier: verifier }
    try {
      const { body } = await callService(`${addressOf(context)}/api/oauth2/token`, {
        form: { ...grant, client_id, client_secret },
      })
      const { data } = z.safeParse(tokenAnswer, body)
      if (!data) throw providerFailure('discord', 'answer_invalid')
      return await readAccount(context, data.access_token)
    } catch (error) {
      if (error instanceof ApiError) throw error
      context.warn(error)
      throw providerFailure('discord', 'unreachable')
    }
  },
}

async function readAccount(context: ProviderContext, token: string): Promise<ProviderAccount> {
  const headers = { Authorization: `Bearer ${token}` }
  const { body } = await callService(`${addressOf(context)}/api/users/@me`, { headers })
  const { data } = z.safeParse(userAnswer, body)
  if (!data) throw providerFailure('discord', 'answer_invalid')
  return { subject: data.id, shownId: data.id, displayName: data.global_name || data.username || '' }
}
