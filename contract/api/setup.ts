import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

/** Setup steps of a new server, in the recommended order. */
export const SETUP_STEPS = ['password', 'language', 'address', 'channel', 'prices', 'call', 'entry', 'mail'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/**
 * State of each step. The address step is decided in the browser: the option must equal the address in its address
 * bar.
 */
export const setupFacts = z.object({
  /** The caller still has the initial password of a new server. */
  default_password: z.boolean(),
  /** The option ErrorLanguage was set. */
  language_chosen: z.boolean(),
  /** The option ServerAddress; "" = not set. */
  server_address: z.string(),
  /** `proven`: an enabled channel passed its last test, or served a paid call and failed no test since. */
  channels: z.enum(['none', 'unproven', 'proven']),
  /** Number of models of enabled channels without a price. */
  unpriced: z.number(),
  /** A call with a token was served and charged. */
  called: z.boolean(),
  /** An option of registration, mail verification or login was changed, or explicitly confirmed. */
  entry_reviewed: z.boolean(),
  /**
   * `tested`: a test mail was accepted with the current options. `not_needed` was chosen and still fits the
   * options.
   */
  mail: z.enum(['open', 'tested', 'not_needed']),
  /**
   * Steps that were open when the list was hidden: it is shown again when another step opens. Empty = not hidden.
   */
  hidden: z.array(z.enum(SETUP_STEPS)),
  /** Number of open alerts that nobody has acknowledged; no step, but read with them for the navigation. */
  alerts: z.number(),
})
export type SetupFacts = z.infer<typeof setupFacts>

export const getSetup = endpoint('GET /api/setup', 'root', {
  summary: 'How far the set-up of this server is',
  reply: setupFacts,
})

export const recordSetup = endpoint('PUT /api/setup', 'root', {
  summary: 'Record choices that cannot be detected: registration kept as is, email not needed, hidden steps',
  body: z.object({
    entry: z.optional(z.literal('reviewed')),
    mail: z.optional(z.literal('not_needed')),
    hidden: z.optional(z.array(z.enum(SETUP_STEPS)).check(z.maxLength(SETUP_STEPS.length))),
  }),
  reply: nothing,
})
