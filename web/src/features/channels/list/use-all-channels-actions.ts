import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#web/ui/toast/toast.tsx'
import { followChannels, refreshChannels } from '../queries/channel-list.ts'
import { testProgressQuery } from '../tests/channel-checks.ts'

const NONE = { running: false, done: 0, total: 0, failed: 0 }

/** Actions on all channels. Each asks for confirmation; the rows update while the tests run. */
export function useAllChannelsActions() {
  const { t } = useTranslation('channels')
  const client = useQueryClient()
  const { data: tests = NONE } = useQuery(testProgressQuery)

  const { running, done, total, failed } = tests
  const seen = useRef(tests)
  const stopped = useRef(false)
  useEffect(() => {
    const before = seen.current
    seen.current = { ...before, running, done }
    if (before.running && !running) void refreshChannels(client)
    else if (before.running && done !== before.done) void followChannels(client)
    if (!before.running || running) return
    if (stopped.current) toast.info(t('tests.stopped', { done, total }))
    else if (failed > 0) toast.warning(t('tests.doneFailed', { done, total, failed }))
    else toast.success(t('tests.done', { done, total }))
  }, [running, done, total, failed, client, t])

  // Actions load lazily; their failures are reported like those of other mutations.
  const act = (tool: keyof Acts) => async () => (await import('./all-channels-actions.ts'))[tool]({ client, t })
  const one = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() })
  const balances = useMutation({ mutationFn: act('updateBalances') })
  return {
    tests,
    balancesRun: balances.isPending,
    testAll() {
      stopped.current = false
      one.mutate(act('testAll'))
    },
    stopTests() {
      stopped.current = true
      one.mutate(act('stopTests'), { onError: () => (stopped.current = false) })
    },
    updateBalances: () => balances.mutate(),
    deleteDisabled: () => one.mutate(act('deleteDisabled')),
    repair: () => one.mutate(act('repair')),
  }
}

type Acts = typeof import('./all-channels-actions.ts')
