import type { Token } from '#contract/api/tokens.ts'
import { commaList } from '#contract/comma-list.ts'
import { matchesModel } from '#contract/limits.ts'
import { isChatModel } from '#web/lib/chat-model.ts'

const FALLBACK_MODEL = 'gpt-4o-mini'

/** Returns the models that a token may call, of those of its user; names in its own list count in any case. */
export function callableModels(token: Pick<Token, 'model_limits_enabled' | 'model_limits'>, models: readonly string[]) {
  if (!token.model_limits_enabled) return models
  const entries = commaList(token.model_limits)
  const names = entries.filter((entry) => !entry.includes('*'))
  return [...new Set([...names, ...models.filter((model) => matchesModel(entries, model))])]
}

/** Returns the model of an example call: one that chats, from the token's own list if it has one, else from the user's. */
export function exampleModel(limited: readonly string[], models: readonly string[]): string {
  const callable = limited.length > 0 ? limited : models
  if (limited.length === 0 && models.includes(FALLBACK_MODEL)) return FALLBACK_MODEL
  return callable.find(isChatModel) ?? callable[0] ?? FALLBACK_MODEL
}
