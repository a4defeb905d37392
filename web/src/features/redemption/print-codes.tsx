import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { formatQuota } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import type { Batch } from './code-texts.ts'

interface Props {
  batch: Batch
  /** Called after printing or cancelling. */
  onClose: () => void
}

/** A printable sheet of codes for cutting, invisible on screen. Opens the browser's print dialog. */
export default function PrintCodes({ batch, onClose }: Props) {
  const { t } = useTranslation('redemption')
  const status = useStatus()
  const done = useEffectEvent(onClose)
  useEffect(() => {
    const end = () => done()
    window.addEventListener('afterprint', end)
    window.print()
    return () => window.removeEventListener('afterprint', end)
  }, [])
  const { name, quota, keys } = batch
  return createPortal(
    <ul className="print-only" aria-label={t('made.sheet')}>
      {keys.map((key, index) => (
        <li key={key}>
          <QrCode text={key} label={t('made.codeFor', { place: index + 1 })} size={120} />
          <strong>{formatQuota(quota, status)}</strong>
          <span>{name}</span>
          <code lang="">{key}</code>
        </li>
      ))}
    </ul>,
    document.body,
  )
}
