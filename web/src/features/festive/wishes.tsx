import PartyPopper from 'lucide-react/icons/party-popper'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LazyMenu } from '#web/ui/overlay/lazy-menu.tsx'
import { toast } from '#web/ui/toast/toast.tsx'

/** Seasonal wishes in the top bar. */
export default function Wishes() {
  const { t } = useTranslation('shell')
  const offline = useTranslation().t('error.offline')
  const celebrate = () =>
    void import('./celebrate.ts').then(
      (code) => code.celebrate({ restarts: t('festive.restarts'), stay: t('festive.stay') }),
      () => toast.error(offline),
    )
  return (
    <LazyMenu
      trigger={
        <IconButton label={t('festive.label')} icon={<PartyPopper size={16} className="text-danger" aria-hidden />} />
      }
      entries={() => [{ label: t('festive.wish'), run: celebrate }]}
    />
  )
}
