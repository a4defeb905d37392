import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'

interface Props {
  link: string
  onClose: () => void
}

/** Shows the invite link as a QR code. */
export default function InviteQr({ link, onClose }: Props) {
  const { t } = useTranslation('personal')
  return (
    <Dialog title={t('invite.qr')} onClose={onClose} reading>
      <div className="flex flex-col items-center gap-3">
        <QrCode text={link} label={t('invite.qr')} size={240} />
        <p className="max-w-full text-muted text-small break-all">{link}</p>
      </div>
    </Dialog>
  )
}
