import type { CatalogueRow } from '#contract/api/models.ts'
import { isChatModel } from '#web/lib/chat-model.ts'
import { compareNames } from '#web/lib/compare-names.ts'

/** Whether a model is for chats: by what is known of it, else by its name. */
const isForChat = ({ kind, name }: CatalogueRow) => (kind === null ? isChatModel(name) : kind === 'chat')

/** Returns what a group can call: models for chats first, the newest before others. */
export const modelsByUse = (rows: readonly CatalogueRow[], group: string) =>
  rows
    .filter(({ enable_groups }) => enable_groups.includes(group))
    .sort(
      (one, other) =>
        Number(isForChat(other)) - Number(isForChat(one)) ||
        Number(one.deprecated) - Number(other.deprecated) ||
        compareNames(other.released ?? '', one.released ?? '') ||
        compareNames(other.name, one.name),
    )
