import type { Context as HonoContext } from 'hono'
import type { Language } from '#contract/errors.ts'
import type { Connection, Origin } from './request-origin.ts'

/** The variables of a console request in Hono; `Bindings` is Bun's server. */
export interface Env {
  Bindings: Connection
  Variables: { requestId: string; origin: Origin; language: Language }
}
export type Context = HonoContext<Env>
