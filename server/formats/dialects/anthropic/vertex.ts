import type { UpstreamDialect } from '../dialect.ts'
import { cloudFields } from './cloud-betas.ts'
import { anthropic } from './dialect.ts'

/**
 * Anthropic's Messages API on Google Vertex AI: the model is in the URL, the version in the body, and media must be
 * inline. https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai
 */
export const anthropicOnVertex: UpstreamDialect = {
  ...anthropic,
  requiresInlineMedia: true,
  managesContext: true,
  writeRequest(request, model, settings) {
    const { model: _, ...message } = anthropic.writeRequest(request, model, settings) as { model: string }
    return { anthropic_version: 'vertex-2023-10-16', ...cloudFields(request, model, settings ?? {}), ...message }
  },
}
