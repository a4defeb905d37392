import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { stopTestingChannels, testChannels, updateChannelBalances } from '#contract/api/channel-checks.ts'
import { deleteDisabledChannels, listChannels, repairChannels } from '#contract/api/channels.ts'
import { MAX_PAGE_SIZE } from '#contract/api/fields.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call, callList } from '#web/lib/api.ts'
import { fetchAllPages } from '#web/lib/records.ts'
import { confirm, type Question } from '#web/ui/overlay/confirm.tsx'
import { abbreviateNames } from '#web/ui/table/bulk/abbreviate-names.ts'
import { sentences, TYPE_FROM } from '#web/ui/table/bulk/change-many.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { refreshChannels } from '../queries/channel-list.ts'
import { testProgressQuery } from '../tests/channel-checks.ts'

// Actions on all channels. Loaded on first use: they are rare, and each asks for confirmation.

interface Acting {
  client: QueryClient
  t: TFunction<'channels'>
}
type Tool = 'tests' | 'balances' | 'purge' | 'repair'

/** Number of channels listed by name before the rest is counted. */
const NAMED = 8

export async function testAll({ client, t }: Acting) {
  if (!(await ask(t, 'tests'))) return
  try {
    await call(testChannels, {})
  } catch (error) {
    // Another user may have started the test.
    void refresh(client, { queryKey: testProgressQuery.queryKey })
    throw error
  }
  // Shows the running state at once, also when the test ends before the next poll.
  client.setQueryData(testProgressQuery.queryKey, (before) => ({
    ...{ running: true, done: 0, total: before?.total ?? 0, failed: 0 },
  }))
  toast.info(t('tests.begun'))
}

/** Stops the running tests. The progress display reports their result. */
export async function stopTests({ client }: Acting) {
  client.setQueryData(testProgressQuery.queryKey, await call(stopTestingChannels, {}))
}

export async function updateBalances({ client, t }: Acting) {
  if (!(await ask(t, 'balances'))) return
  const { failed } = await call(updateChannelBalances, {}).finally(() => refreshChannels(client))
  if (failed > 0) toast.warning(t('balances.partly', { count: failed }))
  else toast.success(t('balances.updated'))
}

/** Names the channels to be deleted in the confirmation. */
export async function deleteDisabled({ client, t }: Acting) {
  const { disabled, autoDisabled } = CHANNEL_STATUS
  const lists = await Promise.all([disabled, autoDisabled].map(channelsWith))
  const names = lists.flat().map(({ name }) => name)
  const count = names.length
  if (count === 0) return toast.info(t('purge.none'))
  const question = {
    description: sentences(t('purge.what', { count, names: abbreviateNames(names, NAMED) }), t('purge.description')),
    typeToConfirm: count > TYPE_FROM ? String(count) : undefined,
  }
  if (!(await ask(t, 'purge', question))) return
  const gone = await call(deleteDisabledChannels, {}).finally(() => refreshChannels(client))
  toast.success(t('purge.done', { count: gone }))
}

const channelsWith = (status: number) =>
  fetchAllPages((page) => callList(listChannels, { query: { p: page - 1, page_size: MAX_PAGE_SIZE, status } }))

export async function repair({ client, t }: Acting) {
  if (!(await ask(t, 'repair'))) return
  const count = await call(repairChannels, {}).finally(() => refreshChannels(client))
  toast.success(t('repair.done', { count }))
}

const DANGERS: readonly Tool[] = ['purge', 'repair']

function ask(t: TFunction<'channels'>, tool: Tool, more: Partial<Question> = {}) {
  const question = { title: t(`${tool}.title`), description: t(`${tool}.description`), action: t(`${tool}.action`) }
  return confirm({ ...question, danger: DANGERS.includes(tool), ...more })
}
