import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { testChannels, updateChannelBalances } from '#contract/api/channel-checks.ts'
import { deleteDisabledChannels, repairChannels } from '#contract/api/channels.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { testProgressQuery } from './channel-checks.ts'
import { followChannels, refreshChannels } from './channel-list.ts'

const NONE = { running: false, done: 0, total: 0, failed: 0 }

/** What can be done with all channels at once. Each asks first; the rows follow while the tests run. */
export function useListTools() {
  const { t } = useTranslation('channels')
  const client = useQueryClient()
  const { data: tests = NONE } = useQuery(testProgressQuery)

  const { running, done, total, failed } = tests
  const seen = useRef(tests)
  useEffect(() => {
    const before = seen.current
    seen.current = { ...before, running, done }
    if (before.running && !running) void refreshChannels(client)
    else if (before.running && done !== before.done) void followChannels(client)
    if (!before.running || running) return
    if (failed > 0) toast.warning(t('tests.doneFailed', { done, total, failed }))
    else toast.success(t('tests.done', { done, total }))
  }, [running, done, total, failed, client, t])

  const test = useMutation({
    mutationFn: () => call(testChannels, {}),
    onSuccess() {
      // Known at once, also when it ends before anybody looks.
      client.setQueryData(testProgressQuery.queryKey, { running: true, done: 0, total: tests.total, failed: 0 })
      toast.info(t('tests.begun'))
    },
    // Somebody else may have begun it.
    onError: () => refresh(client, { queryKey: testProgressQuery.queryKey }),
  })
  const balances = useMutation({
    mutationFn: () => call(updateChannelBalances, {}),
    onSuccess: ({ failed }) =>
      failed > 0 ? toast.warning(t('balances.partly', { count: failed })) : toast.success(t('balances.updated')),
    onSettled: () => refreshChannels(client),
  })
  const purge = useMutation({
    mutationFn: () => call(deleteDisabledChannels, {}),
    onSuccess: (count) => toast.success(t('purge.done', { count })),
    onSettled: () => refreshChannels(client),
  })
  const repair = useMutation({
    mutationFn: () => call(repairChannels, {}),
    onSuccess: (count) => toast.success(t('repair.done', { count })),
    onSettled: () => refreshChannels(client),
  })
  const asking = async (tool: 'tests' | 'balances' | 'purge' | 'repair', run: () => void) => {
    const danger = tool === 'purge' || tool === 'repair'
    const question = { title: t(`${tool}.title`), description: t(`${tool}.description`), action: t(`${tool}.action`) }
    if (await confirm({ ...question, danger })) run()
  }
  return {
    tests,
    balancesRun: balances.isPending,
    testAll: () => asking('tests', test.mutate),
    updateBalances: () => asking('balances', balances.mutate),
    deleteDisabled: () => asking('purge', purge.mutate),
    repair: () => asking('repair', repair.mutate),
  }
}
