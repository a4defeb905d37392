import type { UpstreamDialect } from '../dialect.ts'
import { anthropic } from './dialect.ts'

/**
 * Anthropic's messages as Google serves them: the model stands in the address, the version in the body, and media must
 * be in the request. https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai
 */
export const anthropicOnVertex: UpstreamDialect = {
  ...anthropic,
  inlineMedia: true,
  writeRequest(request, model, settings) {
    const { model: _, ...message } = anthropic.writeRequest(request, model, settings) as { model: string }
    return { anthropic_version: 'vertex-2023-10-16', ...message }
  },
}
