import { isChatModel } from '#web/lib/chat-model.ts'

const FALLBACK_MODEL = 'gpt-4o-mini'

/** Returns the model of an example call: one that chats, from the token's own list if it has one, else from the user's. */
export function exampleModel(limited: readonly string[], models: readonly string[]): string {
  const callable = limited.length > 0 ? limited : models
  if (limited.length === 0 && models.includes(FALLBACK_MODEL)) return FALLBACK_MODEL
  return callable.find(isChatModel) ?? callable[0] ?? FALLBACK_MODEL
}
