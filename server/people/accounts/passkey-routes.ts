import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import * as api from '#contract/api/passkeys.ts'
import { waitingUser } from '../second-factor/challenges.ts'
import { creationOptions, requestOptions } from '../second-factor/passkeys.ts'
import type { Routes } from '../sessions/bind.ts'
import { checkCsrf } from '../sessions/csrf-check.ts'
import { addPasskey, removePasskey } from './own-passkeys.ts'
import { loginByPasskey } from './second-step.ts'

/** Endpoints for passkeys. The library checks what browsers send, so the contract declares only its frame. */
export function passkeyRoutes(routes: Routes): void {
  routes.guarded(api.beginPasskey, async ({ services, context, actor }) => ({
    ...(await creationOptions(context, services, actor)),
  }))
  routes.guarded(api.addPasskey, ({ services, context, actor, by, body: { name, response } }) =>
    addPasskey(context, services, actor.id, by, { name, response: response as unknown as RegistrationResponseJSON }),
  )
  routes.guarded(api.removePasskey, ({ services, actor, by, params }) =>
    removePasskey(services, actor.id, by, params.id),
  )
  routes.open(api.passkeyLoginOptions, async ({ services, context }) => {
    checkCsrf(context)
    await services.limits.login(context.var.origin.ip)
    return { ...(await requestOptions(context, services, (await waitingUser(context, services.store.db)) ?? 0)) }
  })
  routes.open(api.passkeyLogin, ({ services, context, body }) => {
    checkCsrf(context)
    return loginByPasskey(context, services, body.response as unknown as AuthenticationResponseJSON)
  })
  routes.guarded(api.passkeyProofOptions, async ({ services, context, actor }) => ({
    ...(await requestOptions(context, services, actor.id)),
  }))
}
