import i18next from 'i18next'
import type { StatusOutcome } from '#contract/api/batch.ts'
import { deleteRedemption, type Redemption } from '#contract/api/redemption.ts'
import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import { call } from '#web/lib/api.ts'
import { deleteMany, type Turning, turnMany } from '#web/ui/table/bulk/change-many.ts'
import { oneByOne } from '#web/ui/table/bulk/run-with-progress.tsx'
import type { Bulk } from '#web/ui/table/bulk/use-row-changes.ts'
import { sendStatus } from './redemption-actions.ts'
import { patchRedemption, refreshRedemptions } from './redemption-list.ts'
import { previewStatus } from './status-preview.ts'

/** Enables or disables codes after confirmation. Resolves with the codes that can be deselected. */
export function turnRows(
  { rows, client }: Bulk<Redemption>,
  how: Pick<Turning<Redemption, StatusOutcome>, 'on' | 'attempt'>,
) {
  /** The statuses after this change, which undo starts from. */
  const now = new Map(rows.map((code) => [code.id, code]))
  const title = i18next.t(`redemption:bulk.${how.on ? 'enable' : 'disable'}.running`)
  return turnMany<Redemption, StatusOutcome>({
    ...how,
    list: 'redemption',
    rows,
    status: how.on ? REDEMPTION_STATUS.unused : REDEMPTION_STATUS.disabled,
    async send(ids, status, dryRun) {
      const asked = ids.flatMap((id) => now.get(id) ?? [])
      const preview = previewStatus(asked, status, i18next.t('redemption:used'))
      if (dryRun) return preview
      const outcome = await oneByOne(preview.changed, title, async ({ id }) => {
        now.set(id, await sendStatus(id, status))
      })
      return { changed: outcome.done, refused: [...preview.refused, ...outcome.refused] }
    },
    show: (id, status) => patchRedemption(client, id, { status }),
    refresh: () => void refreshRedemptions(client),
  })
}

/** Deletes codes after confirmation. Resolves with the deleted codes. */
export const deleteRows = ({ rows, client }: Bulk<Redemption>) =>
  deleteMany('redemption', {
    rows,
    send: () =>
      oneByOne(rows, i18next.t('redemption:bulk.deleting'), ({ id }) => call(deleteRedemption, { params: { id } })),
    refresh: () => void refreshRedemptions(client),
  })
