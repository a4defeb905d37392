import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import { useTranslation } from 'react-i18next'
import { lockPrice, type SyncChange } from '#contract/api/price-sync.ts'
import { call } from '#web/lib/api.ts'
import { Checkbox } from '#web/ui/choice/checkbox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Status } from '#web/ui/status.tsx'
import type { TagColour } from '#web/ui/tag-colour.ts'
import { canApply } from './change-groups.ts'
import { StepName, StepPrices } from './price-steps.tsx'
import { useSyncStep } from './sync-query.ts'

interface Props {
  change: SyncChange
  isChosen: boolean
  onChoose: (is: boolean) => void
}

const COLOURS: Record<SyncChange['verdict'], TagColour> = {
  ready: 'green',
  held: 'orange',
  locked: 'grey',
  own: 'grey',
}

/** A model whose price the list states otherwise: what changes, by how much, and whether it may. */
export function ChangeRow({ change, isChosen, onChoose }: Props) {
  const { t } = useTranslation('priceSync')
  const { model, listed_as, verdict, reason, steps } = change
  const isLocked = verdict === 'locked'
  const lock = useSyncStep(() => call(lockPrice, { body: { model, locked: !isLocked } }))
  return (
    <li className="flex gap-3 py-2.5">
      <Checkbox
        aria-label={t('choose', { model })}
        className="mt-1"
        checked={canApply(change) && isChosen}
        disabled={!canApply(change)}
        onChange={onChoose}
      />
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1 lg:grid-cols-[12rem_minmax(0,1fr)_10rem]">
        <div className="min-w-0">
          <p className="font-strong break-all">{model}</p>
          {listed_as !== model && (
            <p className="break-all text-muted text-small">{t('listedAs', { name: listed_as })}</p>
          )}
        </div>
        <dl className="grid gap-x-6 gap-y-1 self-start text-small tabular-nums sm:grid-cols-2 xl:grid-cols-3">
          {steps.map((step) => (
            <div
              key={`${step.of} ${step.above} ${step.with_reasoning}`}
              className="min-w-0 max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-3"
            >
              <dt className="text-muted">
                <StepName step={step} />
              </dt>
              <dd className="whitespace-nowrap">
                <StepPrices step={step} />
              </dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap items-baseline gap-x-3 lg:flex-col lg:items-end">
          <Status colour={COLOURS[verdict]} tooltip={verdict === 'own' ? t('ownHint') : undefined}>
            {verdict === 'held' && reason ? t(`held.${reason}`) : t(`verdict.${verdict}`)}
          </Status>
        </div>
      </div>
      <IconButton
        label={t(isLocked ? 'unlock' : 'lock', { model })}
        icon={isLocked ? <Lock size={16} aria-hidden /> : <LockOpen size={16} aria-hidden />}
        aria-pressed={isLocked}
        onClick={() => !lock.isPending && lock.mutate(undefined)}
      />
    </li>
  )
}
