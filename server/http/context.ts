import type { Context as HonoContext } from 'hono'
import type { Language } from '#contract/errors.ts'
import type { Connection, Origin } from './client-ip.ts'

/** What Hono carries along with a console request; `Bindings` is Bun's server. */
export interface Env {
  Bindings: Connection
  Variables: { requestId: string; origin: Origin; language: Language }
}
export type Context = HonoContext<Env>
