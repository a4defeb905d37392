import { errorText } from '#contract/errors.ts'
import { type ModelCard, modelCard } from '../models/cards.ts'
import type { Services } from '../services.ts'

/** `GET /v1/models`: the token's own list if it is limited, else what the group can use. */
export function listModels({ channels }: Services, group: string, limited: ReadonlySet<string> | undefined) {
  const names = limited ? [...limited] : channels.models(group)
  return { success: true, object: 'list', data: names.map(modelCard) }
}

/** The same in Anthropic's words: https://platform.claude.com/docs/en/api/models-list. One page holds all. */
export function listAnthropicModels(services: Services, group: string, limited: ReadonlySet<string> | undefined) {
  const data = listModels(services, group, limited).data.map(({ id, created }) => ({
    type: 'model',
    id,
    display_name: id,
    created_at: new Date(created * 1000).toISOString(),
  }))
  return { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
}

/** The same in Google's words: https://ai.google.dev/api/models#method:-models.list */
export function listGeminiModels(services: Services, group: string, limited: ReadonlySet<string> | undefined) {
  const supportedGenerationMethods = ['generateContent', 'streamGenerateContent', 'countTokens']
  return {
    models: listModels(services, group, limited).data.map(({ id }) => ({
      name: `models/${id}`,
      displayName: id,
      supportedGenerationMethods,
    })),
  }
}

/** `GET /v1/models/{id}`: one card, or the error object that clients of this API family expect with status 200. */
export function oneModel(
  { channels }: Services,
  group: string,
  limited: ReadonlySet<string> | undefined,
  id: string,
): ModelCard | { error: object } {
  const known = limited ? limited.has(id) : channels.tiers(group, id).length > 0
  if (known) return modelCard(id)
  const message = errorText('model_not_found', 'en', { model: id })
  return { error: { message, type: 'invalid_request_error', param: 'model', code: 'model_not_found' } }
}
