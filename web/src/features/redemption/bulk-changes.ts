import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { StatusOutcome } from '#contract/api/batch.ts'
import { deleteRedemption, type Redemption } from '#contract/api/redemption.ts'
import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import { call } from '#web/lib/api.ts'
import {
  abbreviateNames,
  refusals,
  removeMany,
  type Switching,
  sentences,
  switchMany,
} from '#web/ui/table/bulk/change-many.ts'
import { oneByOne } from '#web/ui/table/bulk/run-with-progress.tsx'
import { sendStatus } from './redemption-actions.ts'
import { patchRedemption, refreshRedemptions } from './redemption-list.ts'
import { previewStatus } from './status-preview.ts'

interface Bulk {
  codes: readonly Redemption[]
  client: QueryClient
  t: TFunction<'redemption'>
}

/** Enables or disables codes after confirmation. Resolves with the codes that can be deselected. */
export function switchCodes(
  { codes, client, t }: Bulk,
  { on, attempt }: { on: boolean; attempt: Switching<Redemption, StatusOutcome>['attempt'] },
): Promise<readonly Redemption[]> {
  const verb = on ? 'enable' : 'disable'
  const asked = new Map(codes.map((code) => [code.id, code]))
  /** The statuses after this change, which undo starts from. */
  const now = new Map(asked)
  return switchMany<Redemption, StatusOutcome>({
    rows: codes,
    status: on ? REDEMPTION_STATUS.unused : REDEMPTION_STATUS.disabled,
    async send(ids, status, dryRun) {
      const preview = previewStatus(
        ids.flatMap((id) => now.get(id) ?? []),
        status,
        t('used'),
      )
      if (dryRun) return preview
      const outcome = await oneByOne(preview.changed, t(`bulk.${verb}.running`), async ({ id }) => {
        now.set(id, await sendStatus(id, status))
      })
      return { changed: outcome.done, refused: [...preview.refused, ...outcome.refused] }
    },
    question(preview) {
      const { changed, refused } = preview
      const count = changed.length
      const names = abbreviateNames(changed.flatMap(({ id }) => asked.get(id)?.name ?? []))
      const others = codes.length - count - refused.length
      const description = sentences(
        t(`bulk.${verb}.what`, { names }),
        others > 0 && t(`bulk.${verb}.others`, { count: others }),
        ...refusals(codes, preview),
      )
      return { title: t(`bulk.${verb}.title`, { count }), description, action: t(`bulk.${verb}.action`, { count }) }
    },
    words: {
      done: (count) => t(on ? 'bulk.enabled' : 'bulk.disabled', { count }),
      restored: (count) => t('bulk.restored', { count }),
      unchanged: t(`bulk.${verb}.unchanged`),
    },
    show: (id, status) => patchRedemption(client, id, { status }),
    refresh: () => void refreshRedemptions(client),
    attempt,
  })
}

/** Deletes codes after confirmation. Resolves with the deleted codes. */
export function removeCodes({ codes, client, t }: Bulk): Promise<readonly Redemption[]> {
  return removeMany({
    rows: codes,
    question: questionFor(codes, t),
    send: () => oneByOne(codes, t('bulk.deleting'), ({ id }) => call(deleteRedemption, { params: { id } })),
    refresh: () => void refreshRedemptions(client),
    done: { one: (name) => t('toast.deleted', { name }), many: (count) => t('bulk.deleted', { count }) },
  })
}

function questionFor(codes: readonly Redemption[], t: TFunction<'redemption'>) {
  const count = codes.length
  const name = abbreviateNames(codes.map((code) => code.name))
  if (count === 1) {
    return { title: t('delete.title'), description: t('delete.description', { name }), action: t('delete.action') }
  }
  return {
    title: t('delete.titleMany', { count }),
    description: t('delete.descriptionMany', { names: name }),
    action: t('delete.actionMany', { count }),
  }
}
