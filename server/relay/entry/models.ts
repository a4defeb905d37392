import { Failure } from '../../errors/api-error.ts'
import { modelCard } from '../../models/cards.ts'
import type { Services } from '../../services.ts'

/** Whose models: the token's own if it is limited, else what the group can use. */
interface Reader {
  group: string
  limited: ReadonlySet<string> | undefined
}

/** How clients of one format are told of models. */
interface Telling {
  list(names: string[]): object
  one(name: string): object
}

const openai: Telling = {
  list: (names) => ({ success: true, object: 'list', data: names.map(modelCard) }),
  one: modelCard,
}

/** https://platform.claude.com/docs/en/api/models; one page holds all. */
const anthropic: Telling = {
  list(names) {
    const data = names.map(anthropic.one)
    return { data, has_more: false, first_id: names[0] ?? null, last_id: names.at(-1) ?? null }
  },
  one: (name) => ({
    type: 'model',
    id: name,
    display_name: name,
    created_at: new Date(modelCard(name).created * 1000).toISOString(),
  }),
}

/** https://ai.google.dev/api/models */
const gemini: Telling = {
  list: (names) => ({ models: names.map(gemini.one) }),
  one: (name) => ({
    name: `models/${name}`,
    displayName: name,
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  }),
}

const TELLINGS = { openai, anthropic, gemini }
export type ModelFormat = keyof typeof TELLINGS

/** The paths of models are the same: only Anthropic's clients name a version, and only Google's send the key so. */
export function modelFormat(path: string, header: (name: string) => string | undefined): ModelFormat {
  if (!path.startsWith('/v1/')) return 'gemini'
  if (header('anthropic-version')) return 'anthropic'
  return header('x-goog-api-key') ? 'gemini' : 'openai'
}

/** All models that the caller may call. */
export function listModels({ channels }: Services, { group, limited }: Reader, format: ModelFormat): object {
  return TELLINGS[format].list(limited ? [...limited] : channels.models(group))
}

/** One model that the caller may call. Throws model_not_found. */
export function oneModel({ channels }: Services, { group, limited }: Reader, id: string, format: ModelFormat): object {
  const known = limited ? limited.has(id) : channels.tiers(group, id).length > 0
  if (!known) throw new Failure('model_not_found', { model: id })
  return TELLINGS[format].one(id)
}
