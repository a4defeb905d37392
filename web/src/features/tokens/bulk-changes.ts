import i18next from 'i18next'
import type { StatusOutcome } from '#contract/api/batch.ts'
import { deleteTokens, setTokenLimits, setTokenStatuses, type Token } from '#contract/api/tokens.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import type { LimitsChange } from '#web/features/limits/bulk-limits-dialog.tsx'
import { call } from '#web/lib/api.ts'
import { deleteMany, isTooMany, type Turning, tellRefused, turnMany } from '#web/ui/table/bulk/change-many.ts'
import type { Bulk } from '#web/ui/table/bulk/use-row-changes.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { patchToken, refreshTokens } from './token-list.ts'

/** Enables or disables several tokens after confirmation. Resolves with the tokens that can be deselected. */
export const turnRows = ({ rows, client }: Bulk<Token>, how: Pick<Turning<Token, StatusOutcome>, 'on' | 'attempt'>) =>
  turnMany<Token, StatusOutcome>({
    ...how,
    list: 'tokens',
    rows,
    status: how.on ? TOKEN_STATUS.enabled : TOKEN_STATUS.disabled,
    send: (ids, status, dry_run) => call(setTokenStatuses, { body: { ids, status, dry_run } }),
    show: (id, status) => patchToken(client, id, { status }),
    refresh: () => void refreshTokens(client),
  })

/** Sets limits of several tokens. Resolves with the tokens that can be deselected. Throws ApiError. */
export async function limitRows(
  { rows, client }: Bulk<Token>,
  { limits, keepOthers }: LimitsChange,
): Promise<readonly Token[]> {
  if (isTooMany(rows)) return []
  const ids = rows.map(({ id }) => id)
  const outcome = await call(setTokenLimits, { body: { ids, limits, keep_others: keepOthers } })
  for (const { id, limits } of outcome.changed) patchToken(client, id, { limits })
  void refreshTokens(client)
  if (outcome.changed.length > 0) toast.success(i18next.t('tokens:bulk.limited', { count: outcome.changed.length }))
  tellRefused(rows, outcome)
  const refused = new Set(outcome.refused.map(({ id }) => id))
  return rows.filter(({ id }) => !refused.has(id))
}

/** Deletes several tokens after confirmation. Resolves with them, or with none when declined. */
export const deleteRows = ({ rows, client }: Bulk<Token>) =>
  deleteMany('tokens', {
    rows,
    send: () => call(deleteTokens, { body: { ids: rows.map(({ id }) => id) } }),
    refresh: () => void refreshTokens(client),
  })
