import { channelType } from '#contract/channel-types/all.ts'
import type { Calls } from '../../calls/calls.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { readingRequest, readUpstream, successBody } from './read-upstream.ts'

/**
 * Lists the names of the models at a channel's upstream. Throws channel_not_found, channel_models_unsupported, or
 * the failure of the request.
 */
export async function fetchModels(
  { channels, keyPools }: Pick<Calls, 'channels' | 'keyPools'>,
  id: number,
): Promise<string[]> {
  const stored = channels.byId(id)
  if (!stored) throw new ApiError('channel_not_found')
  return listModelsOf(keyPools.withAnyKey(stored))
}

/** The same of a channel that need not be stored. */
export async function listModelsOf(channel: Channel): Promise<string[]> {
  if (!listsModels(channel)) throw new ApiError('channel_models_unsupported')
  const names = modelNames(successBody(await readUpstream(readingRequest(channel, '/v1/models'))))
  if (!names) throw new ApiError('channel_models_unreadable')
  return names
}

/** Whether the upstream has an endpoint that lists models. */
export function listsModels({ type }: Pick<Channel, 'type'>): boolean {
  const known = channelType(type)
  return known !== undefined && known.listsModels !== false
}

/**
 * Reads the names in a list of models, which is `{data: [{id}]}` at OpenAI
 * (https://platform.openai.com/docs/api-reference/models), the bare array at some others, and `{models: [{name}]}`
 * at Google (https://ai.google.dev/api/models) and Cohere (https://docs.cohere.com/reference/list-models);
 * undefined = not such a list.
 */
export function modelNames(body: unknown): string[] | undefined {
  const { data, models } = (body ?? {}) as { data?: unknown; models?: unknown }
  const list = Array.isArray(body) ? body : (data ?? (Array.isArray(models) ? models.map(toListedModel) : undefined))
  if (!Array.isArray(list)) return undefined
  const names = list.map((model) => (typeof model === 'string' ? model : (model as { id?: unknown } | null)?.id))
  return [...new Set(names.filter((name): name is string => typeof name === 'string' && name !== ''))]
}

/** Methods by which models are called here, as Google and Cohere name them. */
const SERVED_METHODS = ['generateContent', 'embedContent', 'chat', 'rerank']

/** Returns the model as an entry with an id. A model without a relayed method is left out. */
function toListedModel(model: unknown): { id?: string } {
  const { name, supportedGenerationMethods, endpoints } = (model ?? {}) as Record<string, unknown>
  const methods = supportedGenerationMethods ?? endpoints
  const isServed = !Array.isArray(methods) || SERVED_METHODS.some((method) => methods.includes(method))
  return typeof name === 'string' && isServed ? { id: name.replace(/^models\//, '') } : {}
}
