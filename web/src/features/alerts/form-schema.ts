import * as z from 'zod/mini'
import { RULE_KIND_NAMES, type RuleKind } from '#contract/alerts/rules.ts'
import { isTimeOfDay, MAX_SINK_TEXT, SINK_KIND_NAMES, type SinkKind } from '#contract/alerts/sinks.ts'

// In a separate file, so that the page does not load the schemas of its drawers.

const name = z.string().check(z.maxLength(100))
const timeOfDay = z.string().check(z.refine(isTimeOfDay))

export const ruleForm = z.object({
  kind: z.enum(RULE_KIND_NAMES as [RuleKind, ...RuleKind[]]),
  name,
  parameters: z.record(z.string(), z.number()),
  /** Ids as texts. */
  sinks: z.array(z.string()),
  urgent: z.boolean(),
  enabled: z.boolean(),
})

export const sinkForm = z.object({
  kind: z.enum(SINK_KIND_NAMES as [SinkKind, ...SinkKind[]]),
  name,
  settings: z.record(z.string(), z.string().check(z.maxLength(MAX_SINK_TEXT))),
  language: z.enum(['zh', 'en']),
  quiet_from: timeOfDay,
  quiet_to: timeOfDay,
  enabled: z.boolean(),
})
