import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import { toast } from '#web/ui/toast.tsx'

/** A lantern in the top bar with the wishes of the season. */
export default function Lantern() {
  const { t } = useTranslation('shell')
  const offline = useTranslation().t('error.offline')
  const celebrate = () =>
    void import('./celebrate.ts').then(
      (code) => code.celebrate({ restarts: t('festive.restarts'), stay: t('festive.stay') }),
      () => toast.error(offline),
    )
  return (
    <LazyMenu
      trigger={<IconButton label={t('festive.label')} icon={<span aria-hidden>🏮</span>} />}
      entries={() => [{ label: t('festive.wish'), run: celebrate }]}
    />
  )
}
