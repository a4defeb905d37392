import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { type PatchOutcome, undoChannelPatch } from '#contract/api/channel-batch.ts'
import type { Channel } from '#contract/api/channels.ts'
import { parseStoredLimits } from '#contract/limits.ts'
import { call } from '#web/lib/api.ts'
import { tellRefused } from '#web/ui/table/bulk/change-many.ts'
import type { useFreezeOrder } from '#web/ui/table/editing/frozen-order.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { patchChannelsShown } from '../queries/channel-list.ts'

export type ListOrder = ReturnType<typeof useFreezeOrder>

interface Place {
  client: QueryClient
  /** The channels to be changed. */
  channels: readonly Channel[]
  /** The channels on the visible page. */
  shown: readonly Channel[]
  order: ListOrder
}

/**
 * Shows an applied change without moving rows, and offers to undo it. Returns the channels that can be
 * deselected; refused channels are named and not among them.
 */
export function settleChange(place: Place, outcome: PatchOutcome): readonly Channel[] {
  const { client, channels } = place
  show(place, outcome)
  const count = outcome.changed.length
  // A mutation, since the cache reports failed mutations.
  const undo = new MutationObserver(client, { mutationFn: () => takeBack(place, outcome) })
  const run = () => void undo.mutate().catch(() => {})
  if (count > 0) toast.success(i18next.t('batch:done', { count }), { action: { label: i18next.t('action.undo'), run } })
  else if (outcome.refused.length === 0) toast.info(i18next.t('batch:preview.none'))
  tellRefused(channels, outcome)
  const refused = new Set(outcome.refused.map(({ id }) => id))
  return channels.filter(({ id }) => !refused.has(id))
}

/**
 * Restores the former values of each channel. Values changed again since then are kept, and those channels are
 * named.
 */
async function takeBack(place: Place, { change, changed }: PatchOutcome): Promise<void> {
  const outcome = await call(undoChannelPatch, { body: { change, ids: changed.map(({ id }) => id) } })
  show(place, outcome)
  const count = outcome.changed.length
  if (count > 0) toast.success(i18next.t('batch:restored', { count }))
  tellRefused(changed, outcome)
}

/** The changed fields as the list has them. */
const shownFields = ({ limits, ...same }: PatchOutcome['changed'][number]['after']) =>
  limits === undefined ? same : { ...same, limits: parseStoredLimits(limits) ?? null }

function show({ client, shown, order }: Place, { changed }: PatchOutcome): void {
  order.freeze()
  patchChannelsShown(client, new Map(changed.map(({ id, after }) => [id, shownFields(after)])))
  for (const column of ['priority', 'weight'] as const) {
    const isChanged = changed.some(({ after }) => after[column] !== undefined)
    if (isChanged)
      order.saved(
        column,
        shown.map((channel) => channel[column]),
      )
  }
}
