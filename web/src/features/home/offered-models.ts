import type { CatalogueRow } from '#contract/api/models.ts'
import type { ModelMeasure } from '#contract/api/traffic.ts'
import { isChatModel } from '#web/lib/chat-model.ts'
import { compareNames } from '#web/lib/compare-names.ts'

/** Whether a model is for chats: by what is known of it, else by its name. */
const isForChat = ({ kind, name }: CatalogueRow) => (kind === null ? isChatModel(name) : kind === 'chat')

/** Returns what a group can call: models for chats first, the newest before others. */
export const offeredModels = (rows: readonly CatalogueRow[], group: string) =>
  rows
    .filter(({ enable_groups }) => enable_groups.includes(group))
    .sort(
      (one, other) =>
        Number(isForChat(other)) - Number(isForChat(one)) ||
        Number(one.deprecated) - Number(other.deprecated) ||
        compareNames(other.released ?? '', one.released ?? '') ||
        compareNames(other.name, one.name),
    )

/** Returns the model of an example call: of the chat models that a group can call the most used, else the newest. */
export function mostUsedModel(
  rows: readonly CatalogueRow[],
  group: string,
  measures?: ReadonlyMap<string, Pick<ModelMeasure, 'rank'>>,
): CatalogueRow | undefined {
  const rank = ({ name }: CatalogueRow) => measures?.get(name)?.rank ?? Number.POSITIVE_INFINITY
  const [newest, ...others] = offeredModels(rows, group)
  if (!newest || !isForChat(newest)) return newest
  return others.filter(isForChat).reduce((best, row) => (rank(row) < rank(best) ? row : best), newest)
}
