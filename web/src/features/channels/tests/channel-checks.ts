import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { channelTestProgress, testChannel, updateChannelBalance } from '#contract/api/channel-checks.ts'
import { type Channel, getChannel } from '#contract/api/channels.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call, readEnvelope, request } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { fixed } from '#web/lib/format.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { patchChannel } from '../queries/channel-list.ts'

const TEST_KEY = ['channels', 'test']
const BALANCE_KEY = ['channels', 'balance']

/** Element id of the last test result in a channel's row. */
export const responseId = (id: number) => `response-${id}`

interface ChannelTest {
  channel: Channel
  /** Absent = the channel's default test model. */
  model?: string
}

/** Refetches a channel after a test, so that its row shows the stored result. */
export async function readTested(client: QueryClient, id: number): Promise<void> {
  patchChannel(client, id, await call(getChannel, { params: { id } }))
}

/**
 * Tests a channel with a model and resolves with its time in seconds. The row shows the result, whether the
 * test succeeded or not. Throws ApiError.
 */
export async function runTest(client: QueryClient, { channel: { id }, model = '' }: ChannelTest): Promise<number> {
  try {
    const reply = await readEnvelope(await request(testChannel, { params: { id }, query: { model } }))
    return (reply as unknown as { time: number }).time
  } finally {
    // A failure to refresh the row does not change the result of the test.
    await readTested(client, id).catch(() => {})
  }
}

/** Tests single channels and queries their balances. Results appear in a toast and in the row. */
export function useChannelChecks() {
  const { t } = useTranslation('channels')
  const client = useQueryClient()

  const test = useMutation({
    mutationKey: TEST_KEY,
    mutationFn: (wanted: ChannelTest) => runTest(client, wanted),
    meta: { inline: true },
    onSuccess(seconds, { channel: { id, name } }) {
      const isInSight = document.getElementById(responseId(id))?.checkVisibility()
      if (!isInSight) toast.success(t('test.passed', { name, seconds: fixed(seconds, 2) }))
    },
    onError: (error, { channel }) => toast.error(t('test.failed', { name: channel.name, message: error.message })),
    onSettled: () => refresh(client, { queryKey: testProgressQuery.queryKey }),
  })
  const recovery = useMutation({
    mutationKey: TEST_KEY,
    mutationFn: async ({ channel }: ChannelTest) => (await import('./recover-channel.ts')).recover(client, t, channel),
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
    /** Tests an auto-disabled channel and enables it when the test succeeds. */
    recover: (channel: Channel) => recovery.mutate({ channel }),
    updateBalance: (channel: Channel) => balance.mutate({ channel }),
  }
}

export type ChannelChecks = ReturnType<typeof useChannelChecks>

/** Returns whether a test or balance query of the channel is running, wherever it was started. */
export function useIsAsked(id: number, what: 'test' | 'balance'): boolean {
  const asked = useIsMutating({
    mutationKey: what === 'test' ? TEST_KEY : BALANCE_KEY,
    predicate: ({ state }) => (state.variables as ChannelTest | undefined)?.channel.id === id,
  })
  return asked > 0
}

const POLL_MS = 1500

/** Progress of the test of all channels, regardless of who started it. Polls while the test runs. */
export const testProgressQuery = endpointQuery(
  ['channels', 'tests'],
  channelTestProgress,
  {},
  { refetchInterval: ({ state }) => state.data?.running && POLL_MS },
)
