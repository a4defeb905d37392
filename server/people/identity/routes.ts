import * as api from '#contract/api/identity.ts'
import { loginProviders } from '#contract/login/login-providers.ts'
import { isOidcProviderName } from '#contract/login/oidc-providers.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { type Beside, beside } from '../../platform/http/reply.ts'
import { findOidcClient } from '../../platform/options/oidc-providers.ts'
import { publicAddress } from '../../platform/options/server-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { bindEmail } from '../accounts/email-code.ts'
import { type LoginReply, loginUser } from '../accounts/login.ts'
import type { PublicCall, Routes } from '../sessions/bind.ts'
import { checkCsrf } from '../sessions/csrf-check.ts'
import { requireProof } from '../sessions/proof.ts'
import { admit, requireScope, requireSecondFactor } from '../sessions/session.ts'
import { requireReader } from '../users/require-reader.ts'
import { applyGroups } from './apply-groups.ts'
import { codeProviderOf } from './code-providers.ts'
import { bindAccount, findOrRegister } from './oauth-callback.ts'
import {
  type CodeProvider,
  type Provider,
  type ProviderAccount,
  type ProviderContext,
  providerFailure,
} from './provider.ts'
import { listOidcAccounts } from './queries.ts'
import { beginState, browserOf, consumeState, secretsOf } from './states.ts'
import { checkTelegram, telegram } from './telegram.ts'
import { redeemWechatCode, wechat } from './wechat.ts'

const TELEGRAM_BOUND = '/setting'

/** Routes of logins with identity providers, and of binding their accounts and e-mail addresses. */
export function identityRoutes(routes: Routes): void {
  routes.open(api.oauthState, async ({ services, context, identity, query }) => {
    await services.limits.login(context.var.origin.ip)
    if (identity) requireProof(identity)
    return beginState(context, services, { provider: '', userId: identity?.user.id ?? 0, affCode: query.aff })
  })
  routes.open(api.oauthAuthorize, async ({ services, context, identity, query }) => {
    await services.limits.login(context.var.origin.ip)
    if (identity) requireProof(identity)
    const provider = codeProviderOf(query.provider)
    requireEnabled(services, provider)
    const beginning = { provider: provider.name, userId: identity?.user.id ?? 0, affCode: query.aff }
    const state = await beginState(context, services, beginning)
    return { url: await provider.startUrl(contextOf(services, provider), secretsOf(services, state)) }
  })
  routes.guarded(api.listIdentities, async ({ services, actor, query }) => {
    const userId = query.user_id ?? actor.id
    await requireReader(services, actor, userId, 'role_too_low')
    return listOidcAccounts(services.store.db, userId)
  })
  routes.open(api.providerLogin, completeLogin)

  routes.open(api.wechatLogin, async ({ services, context, query }) => {
    checkCsrf(context)
    const account = await wechatAccount(services, context.var.origin.ip, query.code)
    return loginUser(context, services, await findOrRegister(services, wechat, account, query.aff))
  })
  routes.guarded(api.wechatBind, async ({ services, context, actor, query }) => {
    const account = await wechatAccount(services, context.var.origin.ip, query.code)
    await bindAccount(services, wechat, account, actor.id)
  })
  routes.guarded(api.emailBind, async ({ services, context, actor, query }) =>
    bindEmail(services, context.var.origin.ip, actor.id, query.email, query.code),
  )
  routes.open(api.telegramLogin, async ({ services, context, query }) => {
    checkCsrf(context)
    const account = await telegramAccount(services, context.var.origin.ip, query)
    return loginUser(context, services, await findOrRegister(services, telegram, account, undefined))
  })
  routes.open(api.telegramBind, async (call) => {
    const {
      services,
      context,
      query: { state: _state, ...query },
    } = call
    if (call.identity) requireProof(call.identity)
    const user = await telegramBinder(call)
    const account = await telegramAccount(services, context.var.origin.ip, query)
    await bindAccount(services, telegram, account, user.id)
    return context.redirect(TELEGRAM_BOUND)
  })
}

/** Completes a login at a provider: logs in or registers, or binds when a user is logged in already. */
async function completeLogin(
  call: PublicCall<typeof api.providerLogin>,
): Promise<LoginReply | Response | Beside<undefined>> {
  const { services, context, identity, params } = call
  const provider = codeProviderOf(params.provider)
  await services.limits.login(context.var.origin.ip)
  // Before the state is used up: the call may be repeated with a proof.
  if (identity) requireProof(identity)
  const { account, affCode } = await redeemOnce(call, provider)
  if (!identity) {
    const user = await findOrRegister(services, provider, account, affCode)
    const { origin, requestId } = context.var
    return loginUser(
      context,
      services,
      await applyGroups(services, provider, account, user, { ip: origin.ip, requestId }),
    )
  }
  if (identity.user.status !== USER_STATUS.enabled) throw new ApiError('user_banned')
  requireSecondFactor(identity)
  requireScope(identity)
  await bindAccount(services, provider, account, identity.user.id)
  return beside(undefined, { message: 'bind' })
}

interface RedeemedCode {
  account: ProviderAccount
  affCode: string
}

const proving = new WeakMap<Platform, Map<string, Promise<RedeemedCode>>>()

/** Redeems the code. A page reload meanwhile shares the answer, since codes work once. */
async function redeemOnce(call: PublicCall<typeof api.providerLogin>, provider: CodeProvider): Promise<RedeemedCode> {
  const { services, context, identity, query } = call
  const running = proving.getOrInsertComputed(services, () => new Map())
  const key = JSON.stringify([provider.name, browserOf(context), identity?.user.id, query])
  const proof = running.getOrInsertComputed(key, () => redeemCode(call, provider))
  try {
    return await proof
  } finally {
    running.delete(key)
  }
}

async function redeemCode(call: PublicCall<typeof api.providerLogin>, provider: CodeProvider): Promise<RedeemedCode> {
  const { services, context, identity, query } = call
  const state = query.state ?? ''
  const { affCode } = await consumeState(context, services, provider, state, identity?.user.id ?? 0)
  requireEnabled(services, provider)
  if (query.error) {
    throw new ApiError('provider_refused', { detail: (query.error_description || query.error).slice(0, 200) })
  }
  if (!query.code) throw new ApiError(provider.codeMissing ?? 'invalid_parameters')
  const grant = { ...secretsOf(services, state), code: query.code }
  return { account: await provider.redeem(contextOf(services, provider), grant), affCode }
}

function requireEnabled({ options }: Platform, provider: Provider): void {
  const { name } = provider
  const isEnabled = isOidcProviderName(name)
    ? findOidcClient(options.values, name) !== undefined
    : options.values[loginProviders[name].switch]
  if (!isEnabled) throw providerFailure(name, 'disabled')
}

function contextOf(services: Platform, { name }: CodeProvider): ProviderContext {
  return {
    values: services.options.values,
    addresses: services.config.externals,
    redirectUri: `${publicAddress(services)}/oauth/${name}`,
    warn: warningOf(services, name),
  }
}

const warningOf = (services: Platform, provider: string) => (error: unknown) =>
  services.log.warn({ provider, error: String(error) }, 'an identity provider returned an invalid answer')

async function wechatAccount(services: Platform, ip: string, code: string | undefined) {
  requireEnabled(services, wechat)
  await services.limits.login(ip)
  return redeemWechatCode(services.options.values, code, warningOf(services, wechat.name))
}

async function telegramAccount(services: Platform, ip: string, fields: api.TelegramFields) {
  requireEnabled(services, telegram)
  await services.limits.login(ip)
  const now = nowInSeconds()
  return checkTelegram(fields, services.options.values.TelegramBotToken, now)
}

/**
 * Returns the user who binds a Telegram account. The widget makes the browser navigate, without the user header. Then
 * `Sec-Fetch-Site` must name our own page, or the address hold a state that this user got in this browser: another site
 * could bind its account to a visitor.
 */
async function telegramBinder({ services, context, identity, query }: PublicCall<typeof api.telegramBind>) {
  const ours = context.req.header('Sec-Fetch-Site') === 'same-origin'
  const { state } = query
  if (!identity || !(ours || state) || context.req.header('New-Api-User')) return admit(context, identity, 'user')
  if (identity.user.status !== USER_STATUS.enabled) throw new ApiError('user_banned')
  requireSecondFactor(identity)
  requireScope(identity)
  if (!ours && state) await consumeState(context, services, telegram, state, identity.user.id)
  return identity.user
}
