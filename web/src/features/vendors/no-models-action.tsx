import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIsAdmin } from '#web/lib/session.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** For administrators, where no model is on offer: the two places that change that. Others see nothing. */
export function NoModelsAction() {
  const { t } = useTranslation()
  if (!useIsAdmin()) return null
  return (
    <>
      <Link to="/price" className={buttonClass()}>
        {t('action.setPrices')}
      </Link>
      <Link to="/channel/add" className={buttonClass('primary')}>
        {t('action.addChannel')}
      </Link>
    </>
  )
}
