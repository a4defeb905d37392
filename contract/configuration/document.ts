import * as z from 'zod/mini'
import { RULE_KIND_NAMES, type RuleKind } from '../alerts/rules.ts'
import { SINK_KIND_NAMES, type SinkKind } from '../alerts/sinks.ts'
import { OPTION_SECTIONS } from './sections.ts'

/**
 * A site's configuration as one document. Channels, sinks and rules are named by their key in the document; what is
 * absent stays as it is.
 */

const reference = z.strictObject({ $env: z.string() })
/** A secret, or a reference whose variable is not set: what is stored stays. */
const secret = z.union([z.string(), reference])
const texts = z.record(z.string(), z.string())

export const channelEntry = z.strictObject({
  /** Absent = the key in the document. */
  name: z.optional(z.string()),
  type: z.optional(z.number()),
  /** true also where the server itself has switched the channel off for now. */
  enabled: z.optional(z.boolean()),
  key: z.optional(secret),
  /** The keys of a channel with several: a list, or a text with one a line. */
  keys: z.optional(z.union([secret, z.array(z.string())])),
  models: z.optional(z.array(z.string())),
  groups: z.optional(z.array(z.string())),
  priority: z.optional(z.number()),
  weight: z.optional(z.number()),
  base_url: z.optional(z.string()),
  other: z.optional(z.string()),
  openai_organization: z.optional(z.string()),
  test_model: z.optional(z.string()),
  model_mapping: z.optional(texts),
  status_code_mapping: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  auto_disable: z.optional(z.boolean()),
  settings: z.optional(z.record(z.string(), z.unknown())),
  buy_price: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  max_input_tokens: z.optional(z.number()),
  limits: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
})
export type ChannelEntry = z.infer<typeof channelEntry>

export const sinkEntry = z.strictObject({
  kind: z.enum(SINK_KIND_NAMES as [SinkKind, ...SinkKind[]]),
  name: z.optional(z.string()),
  settings: z.optional(z.record(z.string(), secret)),
  language: z.optional(z.enum(['zh', 'en'])),
  quiet_from: z.optional(z.string()),
  quiet_to: z.optional(z.string()),
  enabled: z.optional(z.boolean()),
})
export type SinkEntry = z.infer<typeof sinkEntry>

export const ruleEntry = z.strictObject({
  kind: z.enum(RULE_KIND_NAMES as [RuleKind, ...RuleKind[]]),
  name: z.optional(z.string()),
  parameters: z.optional(z.record(z.string(), z.number())),
  /** Sinks by their keys in the document. */
  sinks: z.optional(z.array(z.string())),
  urgent: z.optional(z.boolean()),
  enabled: z.optional(z.boolean()),
})
export type RuleEntry = z.infer<typeof ruleEntry>

const anything = z.record(z.string(), z.unknown())
const optionSections = Object.fromEntries(OPTION_SECTIONS.map((section) => [section, z.optional(anything)])) as Record<
  (typeof OPTION_SECTIONS)[number],
  z.ZodMiniOptional<typeof anything>
>

export const configurationDocument = z.strictObject({
  ...optionSections,
  channels: z.optional(z.record(z.string(), channelEntry)),
  sinks: z.optional(z.record(z.string(), sinkEntry)),
  alert_rules: z.optional(z.record(z.string(), ruleEntry)),
})
export type ConfigurationDocument = z.infer<typeof configurationDocument>
