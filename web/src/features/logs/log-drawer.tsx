import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useActions } from '#web/lib/hotkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Time } from '#web/ui/time.tsx'
import { DurationCell, TypeTag } from './cells.tsx'
import LogDetail from './log-detail.tsx'
import { isCall } from './marks.ts'
import type { Peek, Step } from './peek.ts'

interface LogDrawerProps {
  peek: Peek
  admin: boolean
  onStep: (step: Step) => void
  onClose: () => void
  /** Told when the details appear; answers what to call when they are gone. */
  onShown: () => () => void
}

/** The details of one row beside the list, with a way on to its neighbours. */
export default function LogDrawer({ peek, admin, onStep, onClose, onShown }: LogDrawerProps) {
  const { t } = useTranslation('logs')
  const { row, previous, next } = peek
  const go = (step: Step | null) => {
    if (step) onStep(step)
  }
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
  const listed = () => document.querySelector<HTMLElement>(`[data-row="${row.id}"]`)
  const follow = useEffectEvent(() => listed()?.scrollIntoView({ block: 'nearest' }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list follows each step
  useEffect(() => follow(), [row.id])
  return (
    <Drawer side="end" title={t('peek.title', { id: row.id })} onClose={onClose} returnFocus={listed}>
      <div key={row.id} className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
        <p className="mb-3 flex flex-wrap items-center gap-2">
          <TypeTag type={row.type} />
          <Time at={row.created_at} exact />
          {isCall(row.type) && <DurationCell log={row} />}
        </p>
        <LogDetail log={row} admin={admin} onShown={onShown} />
      </div>
      <footer className="flex shrink-0 justify-end gap-2 border-line border-t px-4 py-3">
        <Button
          icon={<ArrowUp size={16} aria-hidden />}
          keys="k"
          disabledReason={!previous && t('peek.first')}
          onClick={() => go(previous)}
        >
          {t('peek.previous')}
        </Button>
        <Button
          icon={<ArrowDown size={16} aria-hidden />}
          keys="j"
          disabledReason={!next && t('peek.last')}
          onClick={() => go(next)}
        >
          {t('peek.next')}
        </Button>
      </footer>
    </Drawer>
  )
}
