import Undo from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import { type PriceSync, type SyncRun, undoPriceSync } from '#contract/api/price-sync.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { Status } from '#web/ui/status.tsx'
import type { TagColour } from '#web/ui/tag-colour.ts'
import { Time } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { useSyncStep } from './sync-query.ts'

const COLOURS: Record<SyncRun['outcome'], TagColour> = {
  changes: 'blue',
  same: 'grey',
  failed: 'red',
  applied: 'green',
}

/** The last steps, newest first, and the way back from the last one that changed prices. */
export function HistoryCard({ state: { history, undoable } }: { state: PriceSync }) {
  const { t } = useTranslation('priceSync')
  return (
    <Card title={t('history.title')} action={undoable && <UndoButton {...undoable} />}>
      <ul className="divide-y divide-line">
        {history.map((run) => (
          <li key={run.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2 text-small">
            <span className="w-36">
              <Time at={run.created_at} />
            </span>
            <span className="w-32 truncate">{run.actor_id === 0 ? t('bySchedule') : run.actor_name}</span>
            <Status colour={run.undone_at > 0 ? 'grey' : COLOURS[run.outcome]}>
              {t(run.undone_at > 0 ? 'outcome.undone' : `outcome.${run.outcome}`)}
            </Status>
            <span className="min-w-0 text-muted">
              <RunText run={run} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const COUNTED = ['applied', 'ready', 'held', 'locked', 'own', 'same'] as const

/** What a step found or changed, in numbers. */
function RunText({ run: { counts, outcome, sources } }: { run: SyncRun }): string {
  const { t } = useTranslation('priceSync')
  if (outcome === 'failed') {
    const bad = sources.filter(({ problem }) => problem !== null)
    return bad.map(({ problem }) => t(`problem.${problem ?? 'unreachable'}`)).join(' · ')
  }
  const named = COUNTED.filter((name) => counts[name] > 0)
  return named.map((name) => t(`counts.${name}`, { count: counts[name] })).join(' · ')
}

function UndoButton({ id, models: count }: { id: number; models: number }) {
  const { t } = useTranslation('priceSync')
  const undo = useSyncStep(
    () => call(undoPriceSync, { body: { id } }),
    () => toast.success(t('undo.done', { count })),
  )
  const ask = async () => {
    const question = { title: t('undo.title', { count }), description: t('undo.text'), action: t('undo.action') }
    if (await confirm(question)) undo.mutate(undefined)
  }
  return (
    <Button icon={<Undo size={16} aria-hidden />} loading={undo.isPending} onClick={() => void ask()}>
      {t('undo.action')}
    </Button>
  )
}
