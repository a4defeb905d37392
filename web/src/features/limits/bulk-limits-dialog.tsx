import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Limits } from '#contract/limits.ts'
import { useStatus } from '#web/lib/status.ts'
import { Switch } from '#web/ui/choice/switch.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { abbreviateNames } from '#web/ui/table/bulk/abbreviate-names.ts'
import { limitsSentence } from './limit-words.ts'
import LimitsInputs from './limits-inputs.tsx'

/** What is to be done with the limits of several rows. */
export interface LimitsChange {
  /** null = none. */
  limits: Limits | null
  /** Limits that are not named stay. */
  keepOthers: boolean
}

interface BulkLimitsDialogProps {
  names: readonly string[]
  apply: (change: LimitsChange) => Promise<unknown>
  onClose: () => void
}

/** Sets limits of several rows: only those that are filled in, or all of them. */
export default function BulkLimitsDialog({ names, apply, onClose }: BulkLimitsDialogProps) {
  const { t } = useTranslation('limits')
  const id = useId()
  const status = useStatus()
  const [limits, setLimits] = useState<Limits | null>(null)
  const [keepOthers, setKeepOthers] = useState(true)
  const send = useMutation({ mutationFn: () => apply({ limits, keepOthers }), onSuccess: onClose })
  const isRemoval = limits === null && !keepOthers
  const count = names.length
  return (
    <Dialog
      width="wide"
      title={t('bulk.title', { count })}
      description={abbreviateNames(names)}
      onClose={onClose}
      action={{
        label: t(isRemoval ? 'bulk.remove' : 'bulk.action', { count }),
        variant: isRemoval ? 'danger' : 'primary',
        loading: send.isPending,
        disabledReason: limits === null && keepOthers && t('bulk.nothing'),
        onClick: () => send.mutate(),
      }}
    >
      <div className="mt-3 grid gap-3">
        <LimitsInputs id={id} value={limits} onChange={setLimits} />
        <Switch label={t('bulk.keep')} checked={keepOthers} onChange={setKeepOthers} />
        <p aria-live="polite" className="text-muted text-small">
          {limitsSentence(limits, t, status) || t(isRemoval ? 'none' : 'bulk.nothing')}
        </p>
      </div>
    </Dialog>
  )
}
