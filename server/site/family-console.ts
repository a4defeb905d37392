import * as api from '#contract/api/family-console.ts'
import type { ModelStatus } from '#contract/api/traffic.ts'
import { oidcProviderName } from '#contract/login/oidc-providers.ts'
import { findPaymentMethod } from '#contract/payment-gateways.ts'
import { isPaidStatus, ORDER_STATUS, type OrderStatus } from '#contract/statuses.ts'
import { readModelStates } from '../insight/statistics/traffic/status-reader.ts'
import { listOidcAccounts } from '../people/identity/queries.ts'
import { hasAuthenticator } from '../people/second-factor/authenticator.ts'
import { listPasskeys } from '../people/second-factor/passkeys.ts'
import { countRecoveryCodes } from '../people/second-factor/recovery-codes.ts'
import type { Routes } from '../people/sessions/bind.ts'
import { listSessions, revokeOtherSessions, revokeSession } from '../people/sessions/sessions.ts'
import { findToken, findTokens } from '../people/tokens/queries.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import { offeredPaymentMethods } from '../sales/topup/payments/gateways.ts'
import { listOrders } from '../sales/topup/queries.ts'

/** What consoles of this API family call since July 2026 under names of their own (`contract/api/family-console.ts`). */
export function familyConsoleRoutes(routes: Routes): void {
  accountRoutes(routes)
  walletRoutes(routes)
  routes.guarded(api.consoleTokenKey, async ({ services: { store, vault }, actor, params }) => {
    const token = await findToken(store.db, actor.id, params.id)
    if (!token) throw new ApiError('record_not_found')
    return { key: vault.decrypt(token.key) }
  })
  routes.guarded(api.consoleTokenKeys, async ({ services: { store, vault }, actor, body }) => {
    const tokens = await findTokens(store.db, actor.id, body.ids)
    return { keys: Object.fromEntries(tokens.map(({ id, key }) => [id, vault.decrypt(key)])) }
  })
  routes.open(api.consoleUptime, async ({ services }) =>
    services.options.values.StatusPageEnabled ? monitorsOf(await readModelStates(services)) : [],
  )
}

function accountRoutes(routes: Routes) {
  routes.guarded(api.consoleSessions, async ({ services, actor, identity }) => {
    const sessions = await listSessions(services.store.db, actor.id)
    return sessions.map(({ id, last_seen_at, ...session }) => ({
      ...session,
      ...{ sid: id, last_active_at: last_seen_at, current: id === identity?.sessionId },
    }))
  })
  routes.guarded(api.endConsoleSession, async ({ services, actor, params }) => {
    if (!(await revokeSession(services.store.db, actor.id, params.sid))) throw new ApiError('record_not_found')
  })
  routes.guarded(api.endOtherConsoleSessions, async ({ services, actor, identity }) => ({
    revoked: await revokeOtherSessions(services.store.db, actor.id, identity?.sessionId),
  }))
  routes.guarded(api.consoleSecondFactor, async ({ services: { store }, actor }) => ({
    enabled: await hasAuthenticator(store.db, actor.id),
    backup_codes_remaining: await countRecoveryCodes(store.db, actor.id),
  }))
  routes.guarded(api.consolePasskey, async ({ services, actor }) => {
    const passkeys = await listPasskeys(services.store.db, actor.id)
    const last = Math.max(0, ...passkeys.map(({ last_used_at }) => last_used_at))
    return { enabled: passkeys.length > 0, last_used_at: last ? new Date(last * 1000).toISOString() : null }
  })
  routes.guarded(api.consoleBindings, async ({ services: { store, options }, actor }) => {
    const names = new Map<string, string>(
      options.values.OIDCProviders.map(({ id, name }) => [oidcProviderName(id), name]),
    )
    const accounts = await listOidcAccounts(store.db, actor.id)
    return accounts.map(({ provider, account }) => ({
      ...{ provider_id: provider, provider_slug: provider, provider_user_id: account },
      provider_name: names.get(provider) ?? provider,
    }))
  })
}

function walletRoutes(routes: Routes) {
  routes.guarded(api.consoleTopUpInfo, ({ services, context }) => {
    const { Price, MinTopUp: min_topup, TopUpLink } = services.options.values
    const methods = offeredPaymentMethods(services)
    const { language } = context.var
    return {
      enable_online_topup: methods.length > 0,
      enable_stripe_topup: methods.some(({ id }) => id === 'stripe'),
      enable_redemption: true,
      pay_methods: methods.map(({ id, name }) => ({
        ...{ type: id, min_topup, name: name || (findPaymentMethod(id)?.label[language] ?? id) },
      })),
      ...{ min_topup, stripe_min_topup: min_topup, price: methods[0]?.price ?? Price, topup_link: TopUpLink },
    }
  })
  routes.guarded(api.consoleOrders, async ({ services, actor, query: { p: page, page_size, keyword } }) => {
    const filter = { userId: actor.id, trade_no: keyword, status: '' }
    const paging = { offset: (page - 1) * page_size, limit: page_size }
    const { rows, total } = await listOrders(services.store.reads, filter, paging)
    const items = rows.map(({ id, user_id, amount, money, trade_no, method, create_time, complete_time, status }) => ({
      ...{ id, user_id, amount, money, trade_no, create_time, complete_time },
      ...{ payment_method: method, status: shortStatus(status) },
    }))
    return { items, page, page_size, total }
  })
}

/** A status in the four words of those consoles: what was paid is a success, whatever came later. */
function shortStatus(status: OrderStatus): 'pending' | 'success' | 'failed' | 'expired' {
  if (isPaidStatus(status)) return 'success'
  if (status === ORDER_STATUS.rejected) return 'failed'
  return status === ORDER_STATUS.expired ? 'expired' : 'pending'
}

const MONITOR_STATUS = { up: 1, slow: 1, down: 0, quiet: 2 } as const

function monitorsOf(models: readonly ModelStatus[]) {
  return [...Map.groupBy(models, ({ vendor }) => vendor)].map(([group, ofVendor]) => ({
    categoryName: group,
    monitors: ofVendor.map(({ model_name, state, days }) => {
      const served = days.reduce((sum, day) => sum + day.served, 0)
      const calls = served + days.reduce((sum, day) => sum + day.failed, 0)
      return { name: model_name, group, uptime: calls ? served / calls : 1, status: MONITOR_STATUS[state] }
    }),
  }))
}
