import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { setStored } from '#web/lib/storage.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type NavSection, useSections } from './nav.ts'
import { NavLink } from './nav-link.tsx'
import { useSidebar } from './use-sidebar.ts'

/**
 * The menu left of the content; icons only on narrow screens or when collapsed. Phones have a bottom bar
 * instead.
 */
export function Sidebar() {
  const { t } = useTranslation('shell')
  const { own, admin } = useSections()
  const { isWide, open, width } = useSidebar()
  return (
    <aside
      className={cx(
        'sticky top-12 flex h-[calc(100dvh-3rem)] shrink-0 flex-col overflow-y-auto border-r border-edge p-2 max-sm:hidden',
        width,
      )}
    >
      <nav aria-label={t('nav.main')} className="flex flex-1 flex-col gap-0.5">
        <Entries sections={own} open={open} />
        {admin.length > 0 && (
          <>
            <h2 className={cx('mt-3 px-2.5 text-small font-normal text-muted', !open && 'sr-only')}>
              {t('nav.admin')}
            </h2>
            {!open && <hr className="my-1.5 border-line" />}
            <Entries sections={admin} open={open} />
          </>
        )}
      </nav>
      {isWide && (
        <IconButton
          label={open ? t('nav.collapse') : t('nav.expand')}
          icon={open ? <PanelLeftClose size={16} aria-hidden /> : <PanelLeftOpen size={16} aria-hidden />}
          onClick={() => setStored('sidebar', open ? 'icons' : 'open')}
          className="self-end text-muted"
        />
      )}
    </aside>
  )
}

function Entries({ sections, open }: { sections: NavSection[]; open: boolean }) {
  return (
    <ul className="contents">
      {sections.map((section) => (
        <li key={section.name}>
          <NavLink section={section} open={open} />
        </li>
      ))}
    </ul>
  )
}
