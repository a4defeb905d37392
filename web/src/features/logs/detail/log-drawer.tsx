import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useActions } from '#web/lib/keys/hotkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/time.tsx'
import { DurationCell, TypeTag } from '../list/cells.tsx'
import type { LogRow } from '../rows/log-list.ts'
import { tellsOfCall } from '../rows/row-kind.ts'
import LogDetail from './log-detail.tsx'
import { LogFailure } from './log-failure.tsx'
import type { Step } from './open-row.ts'
import type { OpenedLog } from './use-open-row.ts'

interface LogDrawerProps extends OpenedLog {
  admin: boolean
  onStep: (step: Step) => void
  onClose: () => void
  /** Called when the details appear; returns a function to call when they disappear. */
  onShown: () => () => void
}

/** Shows the details of one row beside the list, with buttons to its neighbours. */
export default function LogDrawer({ id, peek, error, admin, onRetry, onStep, onClose, onShown }: LogDrawerProps) {
  const { t } = useTranslation('logs')
  const listed = () => document.querySelector<HTMLElement>(`[data-row="${id}"]`)
  const follow = useEffectEvent(() => listed()?.scrollIntoView({ block: 'nearest' }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list follows each step
  useEffect(() => follow(), [id])
  return (
    <Drawer side="end" title={t('peek.title', { id })} onClose={onClose} returnFocus={listed}>
      <div key={id} className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
        {peek ? (
          <Details log={peek.row} admin={admin} onShown={onShown} />
        ) : error ? (
          <LogFailure id={id} error={error} onRetry={onRetry} />
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
      </div>
      <Steps peek={peek} onStep={onStep} />
    </Drawer>
  )
}

function Details({ log, admin, onShown }: { log: LogRow } & Pick<LogDrawerProps, 'admin' | 'onShown'>) {
  return (
    <>
      <p className="mb-3 flex flex-wrap items-center gap-2">
        <TypeTag log={log} />
        <Time at={log.created_at} exact />
        {tellsOfCall(log) && <DurationCell log={log} />}
      </p>
      <LogDetail log={log} admin={admin} onShown={onShown} />
    </>
  )
}

function Steps({ peek, onStep }: Pick<LogDrawerProps, 'peek' | 'onStep'>) {
  const { t } = useTranslation('logs')
  const { previous = null, next = null } = peek ?? {}
  const go = (step: Step | null) => {
    if (step) onStep(step)
  }
  const reason = (end: string) => (peek?.listed ? end : t('peek.apart'))
  useActions([
    { id: 'logs.next', keys: 'j', label: t('peek.next'), keysOnly: true, everywhere: true, run: () => go(next) },
    {
      id: 'logs.previous',
      keys: 'k',
      label: t('peek.previous'),
      keysOnly: true,
      everywhere: true,
      run: () => go(previous),
    },
  ])
  return (
    <div className="flex shrink-0 justify-end gap-2 border-line border-t px-4 py-3">
      <Button
        icon={<ArrowUp size={16} aria-hidden />}
        keys="k"
        disabledReason={!previous && reason(t('peek.first'))}
        onClick={() => go(previous)}
      >
        {t('peek.previous')}
      </Button>
      <Button
        icon={<ArrowDown size={16} aria-hidden />}
        keys="j"
        disabledReason={!next && reason(t('peek.last'))}
        onClick={() => go(next)}
      >
        {t('peek.next')}
      </Button>
    </div>
  )
}
