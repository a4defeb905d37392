import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const document = z.record(z.string(), z.unknown())
const MAX_FILE = 10_000_000
const path = z.array(z.union([z.string(), z.number()]))

/** A difference between the document and the site. Of secrets it says only that they change. */
const change = z.object({
  path: z.array(z.string()),
  kind: z.enum(['add', 'change', 'remove']),
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  secret: z.optional(z.literal(true)),
})
export type ConfigurationChange = z.infer<typeof change>

const plan = z.object({
  changes: z.array(change),
  /** What is wrong with the document; then nothing can be applied. */
  problems: z.array(z.object({ path, message: z.string() })),
  /** References without a value whose stored secrets stay. */
  kept: z.array(z.object({ path, name: z.string() })),
  /** Names these changes, secrets too: it is another one when the site or the document has changed. */
  version: z.string(),
})
export type ConfigurationPlan = z.infer<typeof plan>

const fields = {
  document,
  /** Remove what the document does not have, within the sections that it has. */
  prune: z._default(z.boolean(), false),
}

export const exportConfiguration = endpoint('GET /api/configuration', 'root', {
  summary:
    'Channels, settings, alert destinations and alert rules as one document; secrets are references, never values',
  reply: z.object({ document, secrets: z.array(z.object({ path, name: z.string() })) }),
})

export const exportConfigurationFile = endpoint('GET /api/configuration/file', 'root', {
  summary: 'The same as a YAML file, in which secrets are replaced by references to variables',
  reply: z.string(),
  wire: 'raw',
})

export const readConfigurationFile = endpoint('POST /api/configuration/read', 'root', {
  summary: 'The document that a YAML file says, before its references have values; nothing is stored',
  body: z.object({ text: z.string().check(z.maxLength(MAX_FILE)) }),
  reply: z.object({ document }),
})

export const planConfiguration = endpoint('POST /api/configuration/plan', 'root', {
  summary: 'What a document would change, checked as if it were applied; nothing is stored',
  body: z.object(fields),
  reply: plan,
})

export const applyConfiguration = endpoint('POST /api/configuration/apply', 'root', {
  summary: 'Apply a document as it was planned: all of it with one audit entry, or nothing',
  body: z.object({ ...fields, /** Of the plan that was read. */ version: z.string().check(z.maxLength(100)) }),
  reply: z.extend(plan, {
    applied: z.boolean(),
    /** Nothing was applied since the changes would not be those of the plan: these are what they would be now. */
    moved: z.boolean(),
  }),
})
