import { channelType } from '#contract/channel-types/all.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Channel } from '../../registry/channels.ts'
import type { Services } from '../../services.ts'
import { bodyOf, readingOf, readUpstream } from './read-upstream.ts'

/**
 * Names of the models that a channel's upstream lists. Throws channel_not_found, channel_models_unsupported, or what was
 * wrong with the answer.
 */
export async function fetchModels({ channels }: Pick<Services, 'channels'>, id: number): Promise<string[]> {
  const channel = channels.byId(id)
  if (!channel) throw new Failure('channel_not_found')
  if (!listsModels(channel)) throw new Failure('channel_models_unsupported')
  const names = modelNames(bodyOf(await readUpstream(readingOf(channel, '/v1/models'))))
  if (!names) throw new Failure('channel_models_unreadable')
  return names
}

/** Whether there is a place to ask. */
export function listsModels({ type }: Pick<Channel, 'type'>): boolean {
  const known = channelType(type)
  return known !== undefined && known.listsModels !== false
}

/**
 * Names in a list of models, which is `{data: [{id}]}` at OpenAI (https://platform.openai.com/docs/api-reference/models),
 * the bare array at some others, and `{models: [{name}]}` at Google (https://ai.google.dev/api/models) and Cohere
 * (https://docs.cohere.com/reference/list-models); undefined = this is no such list.
 */
export function modelNames(body: unknown): string[] | undefined {
  const { data, models } = (body ?? {}) as { data?: unknown; models?: unknown }
  const list = Array.isArray(body) ? body : (data ?? (Array.isArray(models) ? models.map(namedModel) : undefined))
  if (!Array.isArray(list)) return undefined
  const names = list.map((model) => (typeof model === 'string' ? model : (model as { id?: unknown } | null)?.id))
  return [...new Set(names.filter((name): name is string => typeof name === 'string' && name !== ''))]
}

/** Methods by which models are called here, in the words of Google and of Cohere. */
const SERVED = ['generateContent', 'embedContent', 'chat', 'rerank']

/** A model that serves nothing of what is relayed is left out. */
function namedModel(model: unknown): { id?: string } {
  const { name, supportedGenerationMethods, endpoints } = (model ?? {}) as Record<string, unknown>
  const methods = supportedGenerationMethods ?? endpoints
  const isServed = !Array.isArray(methods) || SERVED.some((method) => methods.includes(method))
  return typeof name === 'string' && isServed ? { id: name.replace(/^models\//, '') } : {}
}
