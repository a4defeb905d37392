import type { ChatRequest, JsonObject } from '../conversation.ts'
import type { WriteSettings } from '../dialect.ts'
import { type ModelFacts, modelFacts } from './models.ts'

/** For which models a cloud takes a beta. */
interface CloudBeta {
  beta: string
  models: (facts: ModelFacts) => boolean
}

const CONTEXT_MANAGEMENT = 'context-management-2025-06-27'

/**
 * The betas that Bedrock and Google's cloud both take in `anthropic_beta`; they refuse a call with any other. Those that
 * cost more are not among them. Checked on 2026-11-27:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html,
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking#interleaved-thinking,
 * https://platform.claude.com/docs/en/build-with-claude/context-editing
 */
const CLOUD_BETAS: readonly CloudBeta[] = [
  { beta: 'interleaved-thinking-2025-05-14', models: ({ interleaves }) => interleaves },
  { beta: CONTEXT_MANAGEMENT, models: ({ version }) => version >= 4 },
]

/**
 * Returns what a cloud takes of the caller's betas, and the field that needs one of them. Tells the names of what it does
 * not take.
 */
export function cloudFields(
  { contextManagement }: ChatRequest,
  model: string,
  { betas = [], omit, knownAs }: WriteSettings,
): JsonObject {
  const facts = modelFacts(knownAs ?? model)
  const taken = betas.filter((beta) => CLOUD_BETAS.some((one) => one.beta === beta && one.models(facts)))
  for (const beta of betas) if (!taken.includes(beta)) omit?.(`anthropic-beta: ${beta}`)
  const isManaged = contextManagement !== undefined && taken.includes(CONTEXT_MANAGEMENT)
  if (contextManagement && !isManaged) omit?.('context_management')
  return {
    ...(taken.length > 0 ? { anthropic_beta: taken } : {}),
    ...(isManaged ? { context_management: contextManagement } : {}),
  }
}
