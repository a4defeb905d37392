import Copy from 'lucide-react/icons/copy'
import FileDown from 'lucide-react/icons/file-down'
import Printer from 'lucide-react/icons/printer'
import Table from 'lucide-react/icons/table'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadText, fileNameOf } from '#web/lib/download.ts'
import { formatQuota } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton, copyText } from '#web/ui/copy/copy.tsx'
import { FormLayout } from '#web/ui/form/form-layout.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { type Batch, batchCsv, batchText, maskedCode } from './code-texts.ts'

const PrintCodes = lazy(() => import('./print-codes.tsx'))

interface MadePanelProps {
  batch: Batch
  onDone: () => void
  onAnother: () => void
}

/** Shown after creation: the codes, to copy or to download. */
export default function MadePanel({ batch, onDone, onAnother }: MadePanelProps) {
  const { t } = useTranslation('redemption')
  const status = useStatus()
  const { name, quota, keys } = batch
  const count = keys.length
  const file = fileNameOf(name)
  return (
    <FormLayout
      footer={
        <>
          <Button onClick={onAnother}>{t('made.another')}</Button>
          <Button variant="primary" onClick={onDone}>
            {t('made.done')}
          </Button>
        </>
      }
    >
      <Banner tone="success" role="status">
        {t('created')} {t('made.facts', { count, name, amount: formatQuota(quota, status) })}
      </Banner>
      <div>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Copy size={16} aria-hidden />}
            onClick={() => void copyText(keys.join('\n'), t('bulk.copied', { count }))}
          >
            {t('made.copy')}
          </Button>
          <Button
            icon={<FileDown size={16} aria-hidden />}
            onClick={() => downloadText(`${file}.txt`, batchText(batch))}
          >
            {t('made.text')}
          </Button>
          <Button
            icon={<Table size={16} aria-hidden />}
            onClick={() => downloadText(`${file}.csv`, batchCsv(batch, status.quota_per_unit), 'text/csv')}
          >
            {t('made.csv')}
          </Button>
          <Button
            icon={<Printer size={16} aria-hidden />}
            onClick={() => void openOverlay<void>((close) => <PrintCodes batch={batch} onClose={close} />)}
          >
            {t('made.print')}
          </Button>
        </div>
        <p className="mt-2 text-small text-muted">{t('made.hint')}</p>
      </div>
      <ul aria-label={t('made.list')} className="surface">
        {keys.map((key, index) => (
          <li key={key} className="flex items-center gap-3 border-line border-t ps-3 pe-1 first:border-t-0">
            <span className="w-7 shrink-0 text-end text-small text-muted tabular-nums">{index + 1}</span>
            <code lang="" className="min-w-0 flex-1 truncate text-small select-all">
              {key}
            </code>
            <CopyButton label={t('made.copyOne', { place: index + 1 })} text={key} shown={maskedCode(key)} />
          </li>
        ))}
      </ul>
    </FormLayout>
  )
}
