import { Link, useLocation } from '@tanstack/react-router'
import Signpost from 'lucide-react/icons/signpost'
import { useTranslation } from 'react-i18next'
import { openPalette } from '#web/features/shell/open-palette.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** The page for unknown URLs; offers a search. */
export default function NotFoundPage() {
  const { t } = useTranslation('shell')
  const path = decodeURI(useLocation().pathname).replaceAll('/', ' ').trim()
  return (
    <EmptyState
      page
      icon={<Signpost size={32} aria-hidden />}
      title={t('notFound.title')}
      hint={t('notFound.hint')}
      action={
        <>
          <Button onClick={() => openPalette(path)}>{t('notFound.search', { path })}</Button>
          <Link to="/docs" className={buttonClass('default')}>
            {t('page.docs')}
          </Link>
          <Link to="/" className={buttonClass('primary')}>
            {t('notFound.home')}
          </Link>
        </>
      }
    />
  )
}
