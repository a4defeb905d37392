import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Activity from 'lucide-react/icons/activity'
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import DatabaseZap from 'lucide-react/icons/database-zap'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Trash2 from 'lucide-react/icons/trash'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LazyMenu } from '#web/ui/overlay/lazy-menu.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { followChannels, refreshChannels } from '../queries/channel-list.ts'
import { testProgressQuery } from '../tests/channel-checks.ts'

/** Actions on all channels: a button that tests them and shows the progress, and a menu for the others. */
export function AllChannelsMenu({ onShowFailed }: { onShowFailed: () => void }) {
  const { t } = useTranslation('channels')
  const tools = useAllChannelsActions()
  const { running, done, total, failed } = tools.tests
  return (
    <span className="flex items-center gap-1">
      <Button
        className="tabular-nums max-sm:hidden"
        icon={<Activity size={16} aria-hidden />}
        loading={running}
        onClick={tools.testAll}
      >
        {running ? t('tests.progress', { done, total }) : t('tests.title')}
      </Button>
      {running && (
        <IconButton
          className="max-sm:hidden"
          label={t('tests.stop')}
          icon={<X size={16} aria-hidden />}
          onClick={tools.stopTests}
        />
      )}
      {!running && failed > 0 && (
        <Button variant="ghost" className="text-danger!" {...tip(t('tests.showFailed'))} onClick={onShowFailed}>
          <CircleAlert size={16} aria-hidden />
          {t('tests.failed', { count: failed })}
        </Button>
      )}
      <span className="sr-only" role="status">
        {running && t('tests.running')}
      </span>
      <LazyMenu
        trigger={<IconButton label={t('toolbar.more')} icon={<Ellipsis size={16} aria-hidden />} />}
        entries={() => [
          {
            label: running ? t('tests.stop') : t('tests.title'),
            icon: <Activity size={16} aria-hidden />,
            run: running ? tools.stopTests : tools.testAll,
          },
          {
            label: t('balances.title'),
            icon: <CircleDollarSign size={16} aria-hidden />,
            disabledReason: tools.balancesRun && t('balances.running'),
            run: tools.updateBalances,
          },
          'separator',
          {
            label: t('purge.title'),
            icon: <Trash2 size={16} aria-hidden />,
            danger: true,
            run: tools.deleteDisabled,
          },
          {
            label: t('repair.title'),
            icon: <DatabaseZap size={16} aria-hidden />,
            run: tools.repair,
          },
        ]}
      />
    </span>
  )
}

const NONE = { running: false, done: 0, total: 0, failed: 0 }

/** Actions on all channels. Each asks for confirmation; the rows update while the tests run. */
function useAllChannelsActions() {
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
