import { Link } from '@tanstack/react-router'
import Settings from 'lucide-react/icons/settings'
import { useTranslation } from 'react-i18next'
import type { OptionTab } from '#contract/options.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { tip } from '#web/ui/tooltip.tsx'
import { CountBadge } from './count-badge.tsx'
import { EXACT, useOpenSection } from './nav.ts'

/** The tabs of the section that is open, if it has several: each is a page with a separate address. */
export function SectionTabs() {
  const { t } = useTranslation('shell')
  const section = useOpenSection()
  const isRoot = allows('root', useUser())
  const settings = section?.target.settings?.split('.')
  if (!section || section.tabs.length < 2) return null
  return (
    <nav
      aria-label={t(`section.${section.name}`)}
      className="flex overflow-x-auto overflow-y-hidden border-line border-b ps-4 not-first:mt-2 max-sm:ps-3 print:hidden"
    >
      <ul className="-ms-3 flex gap-1">
        {section.tabs.map(({ label, to, search, isOpen, count }) => (
          <li key={label}>
            <Link
              to={to}
              search={search}
              {...EXACT}
              aria-current={isOpen ? 'page' : undefined}
              className="-mb-px flex min-h-control items-center gap-1.5 border-transparent border-b-2 px-3 whitespace-nowrap text-muted hover:text-text aria-[current=page]:border-primary aria-[current=page]:font-strong aria-[current=page]:text-text coarse:min-h-11"
            >
              {t(label === 'only' ? `section.${section.name}` : `tab.${label}`)}
              {count && <CountBadge {...count} />}
            </Link>
          </li>
        ))}
      </ul>
      {isRoot && settings && (
        <Link
          to="/setting"
          search={{ tab: settings[0] as OptionTab, section: settings[1] }}
          aria-label={t('nav.gear')}
          {...tip(t('nav.gear'))}
          // Without a height: the bar is as high as on pages without this link. Tabs fade out before the link.
          className="sticky right-0 ms-auto flex items-center bg-page ps-2 pe-6 text-muted before:pointer-events-none before:absolute before:inset-y-0 before:-left-4 before:w-4 before:bg-linear-to-l before:from-page hover:text-text max-sm:pe-5 coarse:min-w-11"
        >
          <Settings size={16} aria-hidden />
        </Link>
      )}
    </nav>
  )
}
