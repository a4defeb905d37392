import { channelType } from '#contract/channel-types/all.ts'
import type { Operation } from '#contract/channel-types/channel-type.ts'

/**
 * Names of the conventions for generative AI, as of version 1.37:
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/
 */

/** What is traced: what is relayed, counts of tokens, and orders of tasks. */
export type TracedOperation = Operation | 'count' | 'midjourney' | 'suno'

/** Operations that the conventions have no name for keep one of their own, which they allow. */
const OPERATIONS: Record<TracedOperation, string> = {
  chat: 'chat',
  completions: 'text_completion',
  embeddings: 'embeddings',
  moderations: 'moderation',
  images: 'image_generation',
  imageEdits: 'image_edit',
  imageVariations: 'image_variation',
  speech: 'speech',
  transcriptions: 'transcription',
  translations: 'translation',
  rerank: 'rerank',
  realtime: 'realtime',
  count: 'count_tokens',
  midjourney: 'drawing_task',
  suno: 'song_task',
}

/** Returns the conventions' name of an operation. Google's chats have another one. */
export const operationName = (operation: TracedOperation, format: string): string =>
  operation === 'chat' && format === 'gemini' ? 'generate_content' : OPERATIONS[operation]

/** Names of providers and of vendors, where the conventions have others. */
const PROVIDERS: Readonly<Record<string, string>> = {
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  vertex: 'gcp.vertex_ai',
  gemini: 'gcp.gemini',
  palm: 'gcp.gemini',
  mistral: 'mistral_ai',
  xai: 'x_ai',
}

/** Returns the conventions' name of a channel's vendor. */
export function providerName(type: number): string {
  const { provider, vendor, name } = channelType(type) ?? { name: { en: `type ${type}` } }
  const own = vendor ?? name.en.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
  return PROVIDERS[provider ?? ''] ?? PROVIDERS[own] ?? own
}

/** Returns a path with a place in it for the model's name, so that few names of spans exist. */
export function routeOf(url: string, model: string | undefined): string {
  const path = (URL.canParse(url) ? new URL(url).pathname : url).split('?', 1)[0] ?? ''
  if (!model) return path
  const at = [model, encodeURIComponent(model)].find((text) => path.includes(text))
  return at ? path.replace(at, () => '{model}') : path.replace(/\/models\/[^:]+/, '/models/{model}')
}
