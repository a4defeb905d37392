import i18next from 'i18next'
import type { StatusOutcome } from '#contract/api/batch.ts'
import { type Channel, deleteChannels, setChannelStatuses } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { abbreviateNames } from '#web/ui/table/bulk/abbreviate-names.ts'
import { deleteMany, type Turning, TYPE_FROM, turnMany } from '#web/ui/table/bulk/change-many.ts'
import { oneByOne } from '#web/ui/table/bulk/run-with-progress.tsx'
import type { Bulk } from '#web/ui/table/bulk/use-row-changes.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { patchChannel, refreshChannels } from '../queries/channel-list.ts'
import { stateOf } from '../queries/channel-status.ts'
import { runTest, testProgressQuery } from '../tests/channel-checks.ts'

type Outcome = StatusOutcome & { unserved: string[] }

/** Number of models listed by name before the rest is counted. */
const NAMED_MODELS = 6

/** Enables or disables channels together, after confirmation. Resolves with the channels that can be deselected. */
export const turnRows = ({ rows, client }: Bulk<Channel>, how: Pick<Turning<Channel, Outcome>, 'on' | 'attempt'>) =>
  turnMany<Channel, Outcome>({
    ...how,
    list: 'channels',
    rows,
    status: how.on ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled,
    send: (ids, status, dry_run) => call(setChannelStatuses, { body: { ids, status, dry_run } }),
    notes({ unserved, changed }) {
      const unservedNote = { count: unserved.length, models: abbreviateNames(unserved, NAMED_MODELS) }
      return [
        unserved.length > 0 && i18next.t('channels:bulk.unserved', unservedNote),
        i18next.t('channels:bulk.now', { statuses: countStatuses(changed) }),
      ]
    },
    danger: ({ unserved }) => unserved.length > 0,
    show: (id, status) => patchChannel(client, id, { status }),
    refresh: () => void refreshChannels(client),
  })

/** Formats the number of channels by status, such as "Enabled 40, Auto-disabled 1". */
function countStatuses(changed: StatusOutcome['changed']): string {
  const byStatus = Map.groupBy(changed, ({ former }) => former)
  const nameOf = (status: number) => i18next.t(`channels:status.${stateOf(status)}`)
  return [...byStatus]
    .map(([status, those]) => i18next.t('channels:bulk.status', { status: nameOf(status), count: those.length }))
    .join(i18next.t('channels:bulk.statusSeparator'))
}

/** Deletes channels together, after confirmation. Resolves with the deleted channels, or with none when declined. */
export async function deleteRows({ rows, client }: Bulk<Channel>): Promise<readonly Channel[]> {
  if (rows.length === 0) toast.error(i18next.t('channels:bulk.none'))
  return deleteMany('channels', {
    rows,
    send: () => call(deleteChannels, { body: { ids: rows.map(({ id }) => id) } }),
    refresh: () => void refreshChannels(client),
  })
}

/**
 * Tests channels, a few at a time. Can be stopped; asks for confirmation before many. Resolves with those that
 * succeeded.
 */
export async function testRows({ rows, client }: Bulk<Channel>): Promise<readonly Channel[]> {
  const count = rows.length
  const question = {
    title: i18next.t('channels:bulk.testTitle', { count }),
    description: i18next.t('channels:bulk.testWhat'),
    action: i18next.t('channels:bulk.testAction', { count }),
  }
  if (count > TYPE_FROM && !(await confirm(question))) return []
  const act = (channel: Channel) => runTest(client, { channel })
  const { done, refused } = await oneByOne(rows, i18next.t('channels:bulk.testing'), act)
  void refresh(client, { queryKey: testProgressQuery.queryKey })
  if (refused.length === 0) toast.success(i18next.t('channels:bulk.tested', { count: done.length }))
  else toast.warning(i18next.t('channels:bulk.testedPartly', { done: done.length, left: refused.length }))
  return done
}
