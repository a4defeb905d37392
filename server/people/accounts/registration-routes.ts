import * as api from '#contract/api/registration.ts'
import { requestedLanguage } from '../../platform/http/language.ts'
import type { Routes } from '../sessions/bind.ts'
import { checkCsrf } from '../sessions/csrf-check.ts'
import { sendEmailCode } from './email-code.ts'
import { claimRoot } from './first-start.ts'
import { loginUser } from './login.ts'
import { requestPasswordReset, resetPassword } from './password-reset.ts'
import { register } from './register.ts'
import { checkHuman } from './turnstile.ts'

/** Endpoints for registration and password resets. */
export function registrationRoutes(routes: Routes): void {
  routes.open(api.register, async ({ services, context, query, body }) => {
    checkCsrf(context)
    await checkHuman(context, services, query.turnstile)
    const language = requestedLanguage(context.req.header('accept-language'))
    const user = await register(services, { ip: context.var.origin.ip, language }, body)
    return loginUser(context, services, user, { isNewAccount: true })
  })
  routes.open(api.claimRoot, async ({ services, context, body }) => {
    checkCsrf(context)
    const root = await claimRoot(services, context.var.origin.ip, body)
    return loginUser(context, services, root, { isNewAccount: true })
  })
  routes.open(api.sendEmailCode, async ({ services, context, query }) => {
    await checkHuman(context, services, query.turnstile)
    const { origin, language } = context.var
    await sendEmailCode(services, { ip: origin.ip, language }, query.email)
  })
  routes.open(api.requestPasswordReset, async ({ services, context, query }) => {
    await checkHuman(context, services, query.turnstile)
    const { origin, language } = context.var
    await requestPasswordReset(services, { ip: origin.ip, language }, query.email)
  })
  routes.open(api.resetPassword, ({ services, context, body }) =>
    resetPassword(services, context.var.origin.ip, body.email, body.token),
  )
}
