import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CountBadge } from './count-badge.tsx'
import { useOpenSection } from './nav.ts'

/** The tabs of the section that is open, if it has several: each is a page with an address of its own. */
export function SectionTabs() {
  const { t } = useTranslation('shell')
  const section = useOpenSection()
  if (!section || section.tabs.length < 2) return null
  return (
    <nav
      aria-label={t(`section.${section.name}`)}
      className="overflow-x-auto overflow-y-hidden border-line border-b px-4 max-sm:px-3 print:hidden"
    >
      <ul className="-ms-3 flex gap-1">
        {section.tabs.map(({ label, to, search, isOpen, count }) => (
          <li key={label}>
            <Link
              to={to}
              search={search}
              activeProps={{}}
              aria-current={isOpen ? 'page' : undefined}
              className="-mb-px flex min-h-control items-center gap-1.5 border-transparent border-b-2 px-3 whitespace-nowrap text-muted hover:text-text aria-[current=page]:border-primary aria-[current=page]:font-strong aria-[current=page]:text-text coarse:min-h-11"
            >
              {t(`tab.${label}`)}
              {count && <CountBadge {...count} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
