import { createHash } from 'node:crypto'
import { channelType } from '#contract/channel-types/all.ts'
import { hasCacheMarks } from '../../../formats/dialects/anthropic/cache-marks.ts'
import type { ChatRequest } from '../../../formats/dialects/conversation.ts'
import type { WriteSettings } from '../../../formats/dialects/dialect.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { Call } from '../call/call.ts'

type CachedCall = Pick<Call, 'endpoint' | 'inputTokens' | 'model'> & { user: Pick<Call['user'], 'id'> }
type CachingChannel = Pick<Channel, 'type' | 'baseUrl' | 'settings'>

/**
 * Returns how a converted call lets the vendor cache its prompt: by marks for Anthropic's models, unless the caller
 * uses Anthropic's format and could have set them, and by a key where OpenAI's own servers accept one.
 */
export function promptCaching(
  call: CachedCall,
  channel: CachingChannel,
): Pick<WriteSettings, 'caching' | 'cacheKeyOf'> {
  const { endpoint } = call
  const automatic = channel.settings.prompt_caching !== false
  return {
    ...(endpoint.format === 'anthropic' ? {} : { caching: cachingOf(call, automatic) }),
    ...(acceptsCacheKey(channel) ? { cacheKeyOf: (request: ChatRequest) => cacheKeyOf(request, call) } : {}),
  }
}

/** The input is counted only where the conversation might be marked. */
const cachingOf = (call: CachedCall, automatic: boolean) => ({
  automatic,
  get inputTokens() {
    return call.inputTokens
  },
})

const AZURE = 3
const OPENAI_HOST = 'api.openai.com'

/** Other servers of the format reject unknown fields. */
function acceptsCacheKey({ type, baseUrl }: CachingChannel): boolean {
  return type === AZURE || URL.parse(baseUrl || (channelType(type)?.baseUrl ?? ''))?.hostname === OPENAI_HOST
}

/** https://platform.openai.com/docs/api-reference/responses/create#responses-create-prompt_cache_key */
const MAX_KEY_LENGTH = 64

/**
 * Returns the caller's own key; or, for a caller of another format that marks its prompt, a key derived from the
 * start of the conversation. It is a hash that reveals nothing about the user.
 */
function cacheKeyOf(request: ChatRequest, { user, model }: CachedCall): string | undefined {
  const { cacheKey, system, turns } = request
  if (cacheKey !== undefined && cacheKey.length <= MAX_KEY_LENGTH) return cacheKey
  if (cacheKey === undefined && !hasCacheMarks(request)) return undefined
  const beginning = cacheKey ?? JSON.stringify([system.map(({ text }) => text), turns[0]?.parts ?? []])
  return createHash('sha256').update(`${user.id} ${model} ${beginning}`).digest('base64url')
}
