import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import * as api from '#contract/api/second-factor.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { beginAuthenticator, factorsOf, hasAuthenticator } from '../second-factor/authenticator.ts'
import { challengedUser } from '../second-factor/challenges.ts'
import { listPasskeys } from '../second-factor/passkeys.ts'
import { countRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { totpAddress } from '../second-factor/totp.ts'
import type { Routes } from '../sessions/bind.ts'
import { checkCsrf } from '../sessions/csrf-check.ts'
import { needsSecondFactor } from '../sessions/session.ts'
import { confirmAuthenticator, removeAuthenticator, replaceRecoveryCodes } from './own-second-factor.ts'
import { proveIdentity } from './prove.ts'
import { finishSecondStep } from './second-step.ts'

/** Endpoints for second factors: the second step of a login, own factors, and proofs. */
export function secondFactorRoutes(routes: Routes): void {
  routes.open(api.secondStep, ({ services, context, body }) => {
    checkCsrf(context)
    return finishSecondStep(context, services, body.code)
  })
  routes.open(api.secondStepMethods, async ({ services, context }) =>
    factorsOf(services.store.db, await challengedUser(context, services.store.db)),
  )
  routes.guarded(api.prove, ({ services, actor, identity, context, body }) =>
    proveIdentity(context, services, identity ?? { user: actor }, {
      ...body,
      passkey: body.passkey as AuthenticationResponseJSON | undefined,
    }),
  )
  routes.guarded(api.secondFactor, async ({ services, actor }) => ({
    totp: await hasAuthenticator(services.store.db, actor.id),
    passkeys: await listPasskeys(services.store.db, actor.id),
    recovery_codes: await countRecoveryCodes(services.store.db, actor.id),
    required: needsSecondFactor(services, actor),
  }))
  routes.guarded(api.beginTotp, async ({ services, actor }) => {
    const { store, vault, options } = services
    const secret = await beginAuthenticator(store.db, vault, actor.id)
    if (!secret) throw new ApiError('second_factor_exists')
    return { secret, address: totpAddress(secret, { site: options.values.SystemName, username: actor.username }) }
  })
  routes.guarded(api.confirmTotp, ({ services, actor, by, body }) =>
    confirmAuthenticator(services, actor.id, by, body.code),
  )
  routes.guarded(api.removeTotp, ({ services, actor, by }) => removeAuthenticator(services, actor.id, by))
  routes.guarded(api.renewRecoveryCodes, ({ services, actor, by }) => replaceRecoveryCodes(services, actor.id, by))
}
