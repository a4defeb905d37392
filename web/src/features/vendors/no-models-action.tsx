import { Link } from '@tanstack/react-router'
import { useIsAdmin } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/texts.ts'
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
