import { TOTP } from 'otpauth'
import * as api from '#contract/api/second-factor.ts'
import type { LoggedIn, TestServer } from './server.ts'

/** An authenticator app with one secret. */
export interface Authenticator {
  /** A code that was not shown before: each is of a later time step, as far as the server accepts. */
  next(): string
  /** The code of a step of 30 seconds, counted from the current one. */
  at(offset: number): string
  recoveryCodes: string[]
}

/** Adds an authenticator app to a user's account. */
export async function addAuthenticator(server: TestServer, user: LoggedIn): Promise<Authenticator> {
  const { data } = await user.call(api.beginTotp, {})
  if (!data) throw new Error('no secret')
  const totp = new TOTP({ secret: data.secret })
  const at = (offset: number) => totp.generate({ timestamp: Date.now() + offset * 30_000 })
  const { data: recoveryCodes } = await user.call(api.confirmTotp, { body: { code: at(0) } })
  if (!recoveryCodes) throw new Error('not confirmed')
  const { db } = server.services.store
  const forget = () =>
    db.updateTable('authenticators').set({ last_step: 0 }).where('user_id', '=', user.user.id).execute()
  await forget()
  let last = -2
  return {
    recoveryCodes,
    at,
    next() {
      last += 1
      if (last > 1) throw new Error('the server accepts no later step')
      return at(last)
    },
  }
}
