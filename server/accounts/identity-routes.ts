import * as api from '#contract/api/identity.ts'
import type { User } from '#contract/api/users.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { Failure } from '../errors/api-error.ts'
import { type Beside, beside } from '../http/reply.ts'
import { publicAddress } from '../options/server-address.ts'
import type { Services } from '../services.ts'
import type { PublicCall, Routes } from '../sessions/bind.ts'
import { refuseForeignPages } from '../sessions/csrf-check.ts'
import { admit } from '../sessions/session.ts'
import { bindEmail } from './email-code.ts'
import { enter } from './enter.ts'
import { bindAccount, userOf } from './identity/arrive.ts'
import { github } from './identity/github.ts'
import { linuxdo } from './identity/linuxdo.ts'
import { oidc } from './identity/oidc.ts'
import type { CodeProvider, Provider, ProviderAccount, Terms } from './identity/provider.ts'
import { beginState, browserOf, proofOf, spendState } from './identity/states.ts'
import { checkTelegram, telegram } from './identity/telegram.ts'
import { redeemWechatCode, wechat } from './identity/wechat.ts'

const codeProviders = { github, linuxdo, oidc }
const TELEGRAM_BOUND = '/setting'

/** Getting in by identity providers, and binding their accounts and e-mail addresses. */
export function identityRoutes(routes: Routes): void {
  routes.open(api.oauthState, async ({ services, context, identity, query }) => {
    await services.limits.entry(context.var.origin.ip)
    return beginState(context, services, { provider: '', userId: identity?.user.id ?? 0, affCode: query.aff })
  })
  routes.open(api.oauthAuthorize, async ({ services, context, identity, query }) => {
    await services.limits.entry(context.var.origin.ip)
    const provider = codeProviders[query.provider]
    requireEnabled(services, provider)
    const beginning = { provider: provider.name, userId: identity?.user.id ?? 0, affCode: query.aff }
    const state = await beginState(context, services, beginning)
    return { url: await provider.startUrl(termsOf(services, provider), proofOf(services, state)) }
  })
  routes.open(api.githubLogin, (call) => comeBack(call, github))
  routes.open(api.linuxdoLogin, (call) => comeBack(call, linuxdo))
  routes.open(api.oidcLogin, (call) => comeBack(call, oidc))

  routes.open(api.wechatLogin, async ({ services, context, query }) => {
    refuseForeignPages(context)
    const account = await wechatAccount(services, context.var.origin.ip, query.code)
    return enter(context, services, await userOf(services, wechat, account, query.aff))
  })
  routes.guarded(api.wechatBind, async ({ services, context, actor, query }) => {
    const account = await wechatAccount(services, context.var.origin.ip, query.code)
    await bindAccount(services, wechat, account, actor.id)
  })
  routes.guarded(api.emailBind, async ({ services, context, actor, query }) =>
    bindEmail(services, context.var.origin.ip, actor.id, query.email, query.code),
  )
  routes.open(api.telegramLogin, async ({ services, context, query }) => {
    refuseForeignPages(context)
    const account = await telegramAccount(services, context.var.origin.ip, query)
    return enter(context, services, await userOf(services, telegram, account, undefined))
  })
  routes.open(api.telegramBind, async (call) => {
    const { services, context, query } = call
    const user = telegramBinder(call)
    const account = await telegramAccount(services, context.var.origin.ip, query)
    await bindAccount(services, telegram, account, user.id)
    return context.redirect(TELEGRAM_BOUND)
  })
}

/** Back from a provider: logs in, registers or, for somebody who is logged in, binds. */
async function comeBack(
  call: PublicCall<typeof api.githubLogin>,
  provider: CodeProvider,
): Promise<User | Beside<undefined>> {
  const { services, context, identity } = call
  await services.limits.entry(context.var.origin.ip)
  const { account, affCode } = await proveOnce(call, provider)
  if (!identity) return enter(context, services, await userOf(services, provider, account, affCode))
  if (identity.user.status !== USER_STATUS.enabled) throw new Failure('user_banned')
  await bindAccount(services, provider, account, identity.user.id)
  return beside(undefined, { message: 'bind' })
}

interface Proven {
  account: ProviderAccount
  affCode: string
}

const proving = new WeakMap<Services, Map<string, Promise<Proven>>>()

/** Whose account it is that came back. A reload of the page meanwhile shares the answer, since codes work once. */
async function proveOnce(call: PublicCall<typeof api.githubLogin>, provider: CodeProvider): Promise<Proven> {
  const { services, context, identity, query } = call
  const running = proving.getOrInsertComputed(services, () => new Map())
  const key = JSON.stringify([provider.name, browserOf(context), identity?.user.id, query])
  const proof = running.getOrInsertComputed(key, () => prove(call, provider))
  try {
    return await proof
  } finally {
    running.delete(key)
  }
}

async function prove(call: PublicCall<typeof api.githubLogin>, provider: CodeProvider): Promise<Proven> {
  const { services, context, identity, query } = call
  const state = query.state ?? ''
  const { affCode } = await spendState(context, services, provider, state, identity?.user.id ?? 0)
  requireEnabled(services, provider)
  if (query.error) {
    throw new Failure('provider_refused', { detail: (query.error_description || query.error).slice(0, 200) })
  }
  if (!query.code) throw new Failure(provider.errors.codeMissing)
  const grant = { ...proofOf(services, state), code: query.code }
  return { account: await provider.redeem(termsOf(services, provider), grant), affCode }
}

function requireEnabled({ options }: Services, provider: Provider): void {
  if (!provider.isEnabled(options.values)) throw new Failure(provider.errors.disabled)
}

function termsOf(services: Services, { name }: CodeProvider): Terms {
  return {
    values: services.options.values,
    addresses: services.config.externals,
    redirectUri: `${publicAddress(services)}/oauth/${name}`,
    warn: warningOf(services, name),
  }
}

const warningOf = (services: Services, provider: string) => (error: unknown) =>
  services.log.warn({ provider, error: String(error) }, 'an identity provider gave no usable answer')

async function wechatAccount(services: Services, ip: string, code: string | undefined) {
  requireEnabled(services, wechat)
  await services.limits.entry(ip)
  return redeemWechatCode(services.options.values, code, warningOf(services, wechat.name))
}

async function telegramAccount(services: Services, ip: string, fields: api.TelegramFields) {
  requireEnabled(services, telegram)
  await services.limits.entry(ip)
  const now = Math.floor(Date.now() / 1000)
  return checkTelegram(fields, services.options.values.TelegramBotToken, now)
}

/**
 * Who binds a Telegram account. The widget makes the browser navigate, which cannot carry the user header; then the
 * browser itself must say that the page which did so is ours, or anybody could bind an own account to a visitor.
 */
function telegramBinder({ context, identity }: PublicCall<typeof api.telegramBind>) {
  const ours = context.req.header('Sec-Fetch-Site') === 'same-origin'
  if (!identity || !ours || context.req.header('New-Api-User')) return admit(context, identity, 'user')
  if (identity.user.status !== USER_STATUS.enabled) throw new Failure('user_banned')
  return identity.user
}
