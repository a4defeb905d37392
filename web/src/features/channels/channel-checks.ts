import { type QueryClient, queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { channelTestProgress, testChannel, updateChannelBalance } from '#contract/api/channel-checks.ts'
import { type Channel, getChannel } from '#contract/api/channels.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call, readEnvelope, request } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.tsx'
import { patchChannel } from './channel-list.ts'

const TEST_KEY = ['channels', 'test']
const BALANCE_KEY = ['channels', 'balance']

/** Of the element in a channel's row that says how its last test went. */
export const responseId = (id: number) => `response-${id}`

interface ChannelTest {
  channel: Channel
  /** Absent = the channel's own choice. */
  model?: string
}

/** Reads a channel again after the server measured it, so that its row says what is stored. */
export async function readTested(client: QueryClient, id: number): Promise<void> {
  patchChannel(client, id, await call(getChannel, { params: { id } }))
}

/**
 * Tests a channel with a model and answers its time in seconds. The row shows what was measured, whether the test
 * succeeded or not. Throws ApiError.
 */
export async function runTest(client: QueryClient, { channel: { id }, model = '' }: ChannelTest): Promise<number> {
  try {
    const reply = await readEnvelope(await request(testChannel, { params: { id }, query: { model } }))
    return (reply as unknown as { time: number }).time
  } finally {
    // The outcome of the test is what counts, not whether the row could be read.
    await readTested(client, id).catch(() => {})
  }
}

/** Asks upstreams about single channels. What comes of it is said in a toast and in the row. */
export function useChannelChecks() {
  const { t } = useTranslation('channels')
  const client = useQueryClient()

  const test = useMutation({
    mutationKey: TEST_KEY,
    mutationFn: (wanted: ChannelTest) => runTest(client, wanted),
    meta: { inline: true },
    onSuccess(seconds, { channel: { id, name } }) {
      const isInSight = document.getElementById(responseId(id))?.checkVisibility()
      if (!isInSight) toast.success(t('test.passed', { name, seconds: seconds.toFixed(2) }))
    },
    onError: (error, { channel }) => toast.error(t('test.failed', { name: channel.name, message: error.message })),
    onSettled: () => refresh(client, { queryKey: testProgressQuery.queryKey }),
  })
  const recovery = useMutation({
    mutationKey: TEST_KEY,
    mutationFn: async ({ channel }: ChannelTest) => (await import('./recover.ts')).recover(client, t, channel),
    meta: { inline: true },
    onError: (error, { channel }) => toast.error(t('recover.failed', { name: channel.name, message: error.message })),
  })
  const balance = useMutation({
    mutationKey: BALANCE_KEY,
    async mutationFn({ channel: { id } }: { channel: Channel }) {
      await call(updateChannelBalance, { params: { id } })
      await readTested(client, id)
    },
    meta: { inline: true },
    onSuccess: (_, { channel }) => toast.success(t('balance.updated', { name: channel.name })),
    onError: (error, { channel }) => toast.error(t('balance.failed', { name: channel.name, message: error.message })),
  })
  return {
    test: (channel: Channel) => test.mutate({ channel }),
    /** Tests what was switched off by itself, and enables it when it answers. */
    recover: (channel: Channel) => recovery.mutate({ channel }),
    updateBalance: (channel: Channel) => balance.mutate({ channel }),
  }
}

export type ChannelChecks = ReturnType<typeof useChannelChecks>

/** Whether a channel is being asked for something right now, wherever that was begun. */
export function useIsAsked(id: number, what: 'test' | 'balance'): boolean {
  const asked = useIsMutating({
    mutationKey: what === 'test' ? TEST_KEY : BALANCE_KEY,
    predicate: ({ state }) => (state.variables as ChannelTest | undefined)?.channel.id === id,
  })
  return asked > 0
}

const POLL_MS = 1500

/** How far the test of all channels is, whoever began it; looked at again and again while it runs. */
export const testProgressQuery = queryOptions({
  queryKey: ['channels', 'tests'],
  queryFn: ({ signal }) => call(channelTestProgress, {}, signal),
  refetchInterval: ({ state }) => state.data?.running && POLL_MS,
})
