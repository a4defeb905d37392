import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

/** What there is to do before a new server serves others, in the order that makes sense. */
export const SETUP_STEPS = ['password', 'address', 'channel', 'prices', 'call', 'entry', 'mail'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** What is known of each step. Only the address needs the browser as well: it must be the one in its bar. */
export const setupFacts = z.object({
  /** Whoever asks still has the password that every new server begins with. */
  default_password: z.boolean(),
  /** The option; "" = not set. */
  server_address: z.string(),
  /** `proven`: one that is enabled has passed its last test, or has served a paid call and failed no test since. */
  channels: z.enum(['none', 'unproven', 'proven']),
  /** How many models of enabled channels nobody has priced. */
  unpriced: z.number(),
  /** A call with a token was served and accounted. */
  called: z.boolean(),
  /** Who may enter was decided: an option of registration, mail verification or login was changed, or kept on purpose. */
  entry_reviewed: z.boolean(),
  /** `tested`: a test mail was taken with the options in force. `not_needed` was chosen, and still fits the options. */
  mail: z.enum(['open', 'tested', 'not_needed']),
  /** Steps that were open when the list was hidden: it stays so until another one opens. Empty = not hidden. */
  hidden: z.array(z.enum(SETUP_STEPS)),
})
export type SetupFacts = z.infer<typeof setupFacts>

export const getSetup = endpoint({
  method: 'GET',
  path: '/api/setup',
  access: 'root',
  summary: 'How far the set-up of this server is',
  reply: setupFacts,
})

export const recordSetup = endpoint({
  method: 'PUT',
  path: '/api/setup',
  access: 'root',
  summary: 'Record what no fact can tell: that entry stays as it is, that mail is not needed, what is hidden',
  body: z.object({
    entry: z.optional(z.literal('reviewed')),
    mail: z.optional(z.literal('not_needed')),
    hidden: z.optional(z.array(z.enum(SETUP_STEPS)).check(z.maxLength(SETUP_STEPS.length))),
  }),
  reply: nothing,
})
