import { cloudFields } from '../anthropic/cloud-betas.ts'
import { anthropic } from '../anthropic/dialect.ts'
import type { ChatRequest, Part } from '../conversation.ts'
import { Unwritable, type UpstreamDialect } from '../dialect.ts'

const VERSION = 'bedrock-2023-05-31'

/**
 * Anthropic's Messages API on Bedrock: the model is in the URL, and unsupported features are removed:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html
 */
export const bedrock: UpstreamDialect = {
  ...anthropic,
  unsupportedSettings: [...(anthropic.unsupportedSettings ?? []), 'parallelToolCalls'],
  requiresInlineMedia: true,
  managesContext: true,
  // https://platform.claude.com/docs/en/build-with-claude/overview: tools that Anthropic runs are not there.
  searchesWeb: () => false,
  writeRequest(request, model, settings) {
    const {
      model: _,
      stream: __,
      ...body
    } = anthropic.writeRequest(withoutUnsupported(request), model, settings) as {
      model?: string
      stream?: boolean
    }
    return { anthropic_version: VERSION, ...cloudFields(request, model, settings ?? {}), ...body }
  },
}

/** Returns the request without what Bedrock does not support. */
function withoutUnsupported(request: ChatRequest): ChatRequest {
  for (const part of request.turns.flatMap(({ parts }) => parts)) checkMedia(part)
  const { parallelToolCalls: _, ...same } = request
  return { ...same, tools: toolsOf(request) }
}

/** Leaves out tools that must not be called, unless the conversation has tool calls. */
function toolsOf({ tools, toolChoice, turns }: ChatRequest) {
  const hasToolCalls = turns.some(({ parts }) => parts.some(({ kind }) => kind === 'tool_call'))
  if (toolChoice === 'none' && !hasToolCalls) return []
  return tools.map(({ strict: _, ...tool }) => tool)
}

function checkMedia(part: Part): void {
  if (part.kind === 'tool_result') part.content.forEach(checkMedia)
  if ('source' in part && 'url' in part.source) {
    throw new Unwritable('this upstream takes images and files only as data, not by their address')
  }
}
