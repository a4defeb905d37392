import { useTranslation } from 'react-i18next'
import { downloadText } from '#web/lib/download.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

interface Props {
  codes: readonly string[]
  onClose: () => void
}

/** Shows new recovery codes once. */
export default function RecoveryCodesDialog({ codes, onClose }: Props) {
  const { t } = useTranslation('personal')
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      title={t('factor.codes.title')}
      onClose={onClose}
      reading
      footer={
        <>
          <Button onClick={() => void copyText(text, undefined, t('factor.codes.copied'))}>
            {t('factor.codes.copy')}
          </Button>
          <Button onClick={() => downloadText('recovery-codes.txt', text)}>{t('factor.codes.save')}</Button>
          <Button variant="primary" onClick={onClose}>
            {t('factor.codes.kept')}
          </Button>
        </>
      }
    >
      <Banner tone="warning">{t('factor.codes.once')}</Banner>
      <ul className="mt-3 flex flex-col gap-1 rounded-card bg-sunken p-3 font-mono break-all" lang="">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}
