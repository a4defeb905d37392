import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Calls } from '../../calls.ts'
import { modelCard } from '../../models/cards.ts'
import type { ModelList } from '../../registry/token-access.ts'
import { codexModel } from './codex-models.ts'

/** The models that are listed: the token's own if it is limited, else those of its groups. */
interface ModelScope {
  groups: readonly string[]
  limited: ModelList | undefined
}

/** How the models are listed in one format. */
interface ModelListFormat {
  list(names: string[], cards: Cards): object
  one(name: string, cards: Cards): object
}
type Cards = Parameters<typeof modelCard>[1]

const openai: ModelListFormat = {
  list: (names, cards) => ({ success: true, object: 'list', data: names.map((name) => modelCard(name, cards)) }),
  one: modelCard,
}

/** https://platform.claude.com/docs/en/api/models; one page contains all models. */
const anthropic: ModelListFormat = {
  list(names, cards) {
    const data = names.map((name) => anthropic.one(name, cards))
    return { data, has_more: false, first_id: names[0] ?? null, last_id: names.at(-1) ?? null }
  },
  one: (name, cards) => ({
    type: 'model',
    id: name,
    display_name: name,
    created_at: new Date(modelCard(name, cards).created * 1000).toISOString(),
  }),
}

/** https://ai.google.dev/api/models */
const gemini: ModelListFormat = {
  list: (names, cards) => ({ models: names.map((name) => gemini.one(name, cards)) }),
  one: (name) => ({
    name: `models/${name}`,
    displayName: name,
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  }),
}

/** Codex names its version, and reads a list of its own beside the common one. */
const codex: ModelListFormat = {
  list: (names, cards) => ({ ...openai.list(names, cards), models: names.map(codexModel) }),
  one: modelCard,
}

const LIST_FORMATS = { openai, anthropic, gemini, codex }
export type ModelFormat = 'openai' | 'anthropic' | 'gemini'

/**
 * The paths of the model lists are the same: only Anthropic's clients send a version, and only Google's send the
 * key in this header.
 */
export function modelFormat(path: string, header: (name: string) => string | undefined): ModelFormat {
  if (!path.startsWith('/v1/')) return 'gemini'
  if (header('anthropic-version')) return 'anthropic'
  return header('x-goog-api-key') ? 'gemini' : 'openai'
}

/** Lists all models that the caller may call. */
export function listModels(services: Calls, scope: ModelScope, format: ModelFormat | 'codex'): object {
  return LIST_FORMATS[format].list(listedModels(services, scope), services.options.values.ModelCards)
}

/** The models of all groups, sorted; of a limited token the names of its list as written, and what its patterns match. */
function listedModels({ channels }: Calls, { groups, limited }: ModelScope): string[] {
  const offered = [...new Set(groups.flatMap((group) => channels.models(group)))].sort()
  if (!limited) return offered
  const names = limited.entries.filter((entry) => !entry.includes('*'))
  return [...new Set([...names, ...offered.filter((model) => limited.has(model))])]
}

/** Returns one model that the caller may call. Throws model_not_found. */
export function getModel(services: Calls, scope: ModelScope, id: string, format: ModelFormat): object {
  const known = scope.limited
    ? listedModels(services, scope).includes(id)
    : scope.groups.some((group) => services.channels.tiers(group, id).length > 0)
  if (!known) throw new ApiError('model_not_found', { model: id })
  return LIST_FORMATS[format].one(id, services.options.values.ModelCards)
}
