import Gauge from 'lucide-react/icons/gauge'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import type { LimitsChange } from './bulk-limits-dialog.tsx'

const BulkLimitsDialog = lazy(async () => {
  await loadNamespaces('limits')
  return import('./bulk-limits-dialog.tsx')
})

interface BulkLimitsButtonProps {
  names: readonly string[]
  /** Rejects when nothing could be changed. */
  apply: (change: LimitsChange) => Promise<unknown>
}

/** Opens the dialog for the limits of the selected rows. */
export function BulkLimitsButton({ names, apply }: BulkLimitsButtonProps) {
  const { t } = useTranslation()
  const open = () => openOverlay<void>((close) => <BulkLimitsDialog {...{ names, apply }} onClose={() => close()} />)
  return (
    <Button size="small" icon={<Gauge size={14} aria-hidden />} onClick={() => void open()}>
      {t('action.limits')}
    </Button>
  )
}
