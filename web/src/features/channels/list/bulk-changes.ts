import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { StatusOutcome } from '#contract/api/batch.ts'
import { type Channel, deleteChannels, setChannelStatuses } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import {
  abbreviateNames,
  refusals,
  removeMany,
  type Switching,
  sentences,
  switchMany,
  TYPE_FROM,
} from '#web/ui/table/bulk/change-many.ts'
import { oneByOne } from '#web/ui/table/bulk/run-with-progress.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { patchChannel, refreshChannels } from '../queries/channel-list.ts'
import { stateOf } from '../queries/channel-status.ts'
import { runTest, testProgressQuery } from '../tests/channel-checks.ts'

interface Bulk {
  channels: readonly Channel[]
  client: QueryClient
  t: TFunction<'channels'>
}
type Outcome = StatusOutcome & { unserved: string[] }

/** Number of models listed by name before the rest is counted. */
const NAMED_MODELS = 6

/**
 * Enables or disables channels together, after confirmation. Resolves with the channels that can be
 * deselected.
 */
export function switchChannels(
  { channels, client, t }: Bulk,
  { on, attempt }: { on: boolean; attempt: Switching<Channel, Outcome>['attempt'] },
): Promise<readonly Channel[]> {
  const verb = on ? 'enable' : 'disable'
  return switchMany<Channel, Outcome>({
    rows: channels,
    status: on ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled,
    send: (ids, status, dry_run) => call(setChannelStatuses, { body: { ids, status, dry_run } }),
    question(preview) {
      const { changed, refused, unserved } = preview
      const count = changed.length
      const names = namesOf(channels, new Set(changed.map(({ id }) => id)))
      const others = channels.length - count - refused.length
      const description = sentences(
        t(`bulk.${verb}.what`, { names: abbreviateNames(names) }),
        unserved.length > 0 &&
          t('bulk.unserved', { count: unserved.length, models: abbreviateNames(unserved, NAMED_MODELS) }),
        t('bulk.now', { statuses: countStatuses(changed, t) }),
        others > 0 && t(`bulk.${verb}.others`, { count: others }),
        ...refusals(channels, preview),
      )
      const title = t(`bulk.${verb}.title`, { count })
      return { title, description, action: t(`bulk.${verb}.action`, { count }), danger: unserved.length > 0 }
    },
    words: {
      done: (count) => t(on ? 'bulk.enabled' : 'bulk.disabled', { count }),
      restored: (count) => t('bulk.restored', { count }),
      unchanged: t(`bulk.${verb}.unchanged`),
    },
    show: (id, status) => patchChannel(client, id, { status }),
    refresh: () => void refreshChannels(client),
    attempt,
  })
}

/** Formats the number of channels by status, such as "Enabled 40, Auto-disabled 1". */
function countStatuses(changed: StatusOutcome['changed'], t: TFunction<'channels'>): string {
  const byStatus = Map.groupBy(changed, ({ former }) => former)
  return [...byStatus]
    .map(([status, those]) => t('bulk.status', { status: t(`status.${stateOf(status)}`), count: those.length }))
    .join(t('bulk.statusSeparator'))
}

const namesOf = (channels: readonly Channel[], ids: ReadonlySet<number>) =>
  channels.filter(({ id }) => ids.has(id)).map(({ name }) => name)

/**
 * Deletes channels together, after confirmation. Resolves with the deleted channels, or with none when
 * declined.
 */
export async function removeChannels({ channels, client, t }: Bulk): Promise<readonly Channel[]> {
  if (channels.length === 0) toast.error(t('bulk.none'))
  return removeMany({
    rows: channels,
    question: questionFor(channels, t),
    send: () => call(deleteChannels, { body: { ids: channels.map(({ id }) => id) } }),
    refresh: () => void refreshChannels(client),
    done: { one: (name) => t('toast.deleted', { name }), many: (count) => t('bulk.deleted', { count }) },
  })
}

/**
 * Tests channels, a few at a time. Can be stopped; asks for confirmation before many. Resolves with those that
 * succeeded.
 */
export async function testChosen({ channels, client, t }: Bulk): Promise<readonly Channel[]> {
  const count = channels.length
  const question = {
    title: t('bulk.testTitle', { count }),
    description: t('bulk.testWhat'),
    action: t('bulk.testAction', { count }),
  }
  if (count > TYPE_FROM && !(await confirm(question))) return []
  const act = (channel: Channel) => runTest(client, { channel })
  const { done, refused } = await oneByOne(channels, t('bulk.testing'), act)
  void refresh(client, { queryKey: testProgressQuery.queryKey })
  if (refused.length === 0) toast.success(t('bulk.tested', { count: done.length }))
  else toast.warning(t('bulk.testedPartly', { done: done.length, left: refused.length }))
  return done
}

function questionFor(channels: readonly Channel[], t: TFunction<'channels'>) {
  const count = channels.length
  const name = abbreviateNames(channels.map((channel) => channel.name))
  if (count === 1) {
    return { title: t('delete.title'), description: t('delete.description', { name }), action: t('delete.action') }
  }
  return {
    title: t('delete.titleMany'),
    description: t('delete.descriptionMany', { count, names: name }),
    action: t('delete.actionMany', { count }),
  }
}
