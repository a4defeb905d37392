import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { StatusOutcome } from '#contract/api/batch.ts'
import { deleteTokens, setTokenLimits, setTokenStatuses, type Token } from '#contract/api/tokens.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import type { LimitsChange } from '#web/features/limits/bulk-limits-dialog.tsx'
import { call } from '#web/lib/api.ts'
import {
  abbreviateNames,
  isTooMany,
  refusals,
  removeMany,
  type Switching,
  sentences,
  switchMany,
  tellRefused,
} from '#web/ui/table/bulk/change-many.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { patchToken, refreshTokens } from './token-list.ts'

interface Bulk {
  tokens: readonly Token[]
  client: QueryClient
  t: TFunction<'tokens'>
}

/** Enables or disables several tokens after confirmation. Resolves with the tokens that can be deselected. */
export function switchTokens(
  { tokens, client, t }: Bulk,
  { on, attempt }: { on: boolean; attempt: Switching<Token, StatusOutcome>['attempt'] },
): Promise<readonly Token[]> {
  const verb = on ? 'enable' : 'disable'
  return switchMany<Token, StatusOutcome>({
    rows: tokens,
    status: on ? TOKEN_STATUS.enabled : TOKEN_STATUS.disabled,
    send: (ids, status, dry_run) => call(setTokenStatuses, { body: { ids, status, dry_run } }),
    question(preview) {
      const { changed, refused } = preview
      const count = changed.length
      const ids = new Set(changed.map(({ id }) => id))
      const names = tokens.filter(({ id }) => ids.has(id)).map(({ name }) => name)
      const others = tokens.length - count - refused.length
      const description = sentences(
        t(`bulk.${verb}.what`, { names: abbreviateNames(names) }),
        others > 0 && t(`bulk.${verb}.others`, { count: others }),
        ...refusals(tokens, preview),
      )
      return { title: t(`bulk.${verb}.title`, { count }), description, action: t(`bulk.${verb}.action`, { count }) }
    },
    words: {
      done: (count) => t(on ? 'bulk.enabled' : 'bulk.disabled', { count }),
      restored: (count) => t('bulk.restored', { count }),
      unchanged: t(`bulk.${verb}.unchanged`),
    },
    show: (id, status) => patchToken(client, id, { status }),
    refresh: () => void refreshTokens(client),
    attempt,
  })
}

/** Sets limits of several tokens. Resolves with the tokens that can be deselected. Throws ApiError. */
export async function limitTokens(
  { tokens, client, t }: Bulk,
  { limits, keepOthers }: LimitsChange,
): Promise<readonly Token[]> {
  if (isTooMany(tokens)) return []
  const ids = tokens.map(({ id }) => id)
  const outcome = await call(setTokenLimits, { body: { ids, limits, keep_others: keepOthers } })
  for (const { id, limits } of outcome.changed) patchToken(client, id, { limits })
  void refreshTokens(client)
  if (outcome.changed.length > 0) toast.success(t('bulk.limited', { count: outcome.changed.length }))
  tellRefused(tokens, outcome)
  const refused = new Set(outcome.refused.map(({ id }) => id))
  return tokens.filter(({ id }) => !refused.has(id))
}

/** Deletes several tokens after confirmation. Resolves with them, or with none when declined. */
export function removeTokens({ tokens, client, t }: Bulk): Promise<readonly Token[]> {
  return removeMany({
    rows: tokens,
    question: questionFor(tokens, t),
    send: () => call(deleteTokens, { body: { ids: tokens.map(({ id }) => id) } }),
    refresh: () => void refreshTokens(client),
    done: { one: (name) => t('toast.deleted', { name }), many: (count) => t('bulk.deleted', { count }) },
  })
}

function questionFor(tokens: readonly Token[], t: TFunction<'tokens'>) {
  const count = tokens.length
  const name = abbreviateNames(tokens.map((token) => token.name))
  if (count === 1) {
    return { title: t('delete.title'), description: t('delete.description', { name }), action: t('delete.action') }
  }
  return {
    title: t('delete.titleMany', { count }),
    description: t('delete.descriptionMany', { names: name }),
    action: t('delete.actionMany', { count }),
  }
}
