import { Link } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useConsoleFrame } from '#web/console-frame.ts'
import { isFestive } from '#web/features/festive/dates.ts'
import { LanguageButton } from '#web/features/preferences/language-button.tsx'
import { ThemeButton } from '#web/features/preferences/theme-button.tsx'
import { openPalette } from '#web/features/shell/open-palette.tsx'
import { optionalPart } from '#web/lib/lazy/lazy-part.ts'
import { useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NoticeBell } from './notice.tsx'

const Wishes = optionalPart(() => import('#web/features/festive/wishes.tsx'))

/** Hidden on the page that it links to. */
const VISITOR_LINK = 'ml-1 aria-[current=page]:hidden'

/** The bar at the top of every page. */
export function TopBar() {
  const { t } = useTranslation('shell')
  const user = useUser()
  const frame = useConsoleFrame()
  const { system_name, register_enabled } = useStatus()
  return (
    <header className="sticky top-0 z-30 flex min-h-12 items-center gap-1 border-b border-edge bg-page px-2 max-sm:flex-wrap max-sm:py-1 sm:px-3">
      <Link to="/" className="flex min-w-0 items-center gap-2 rounded-control p-1 pr-2" aria-label={system_name}>
        <Logo />
        <span className="truncate font-strong max-sm:hidden">{system_name}</span>
      </Link>
      {/* On phones users have the bottom bar, visitors a second line. */}
      <nav aria-label={t('nav.site')} className={`flex ${user ? 'max-sm:hidden' : 'max-sm:order-last max-sm:w-full'}`}>
        <TopLink to="/">{t('page.home')}</TopLink>
        {!user && <TopLink to="/models">{t('page.models')}</TopLink>}
        {!user && <TopLink to="/pricing">{t('page.pricing')}</TopLink>}
        <TopLink to="/docs">{t('page.docs')}</TopLink>
        <TopLink to="/about">{t('page.about')}</TopLink>
      </nav>
      <span className="flex-1" />
      {isFestive(new Date()) && (
        <Suspense>
          <Wishes />
        </Suspense>
      )}
      <IconButton
        label={t('palette.open')}
        keys="mod+k"
        icon={<Search size={16} aria-hidden />}
        onClick={() => openPalette()}
      />
      <LanguageButton />
      <ThemeButton />
      <NoticeBell />
      {user ? (
        frame && (
          <>
            <frame.LowBalance />
            <frame.UserButton user={user} />
          </>
        )
      ) : (
        <>
          {register_enabled && (
            <Link to="/register" className={buttonClass('default', 'normal', `${VISITOR_LINK} max-sm:hidden`)}>
              {t('user.register')}
            </Link>
          )}
          <Link to="/login" className={buttonClass('primary', 'normal', VISITOR_LINK)}>
            {t('user.login')}
          </Link>
        </>
      )}
    </header>
  )
}

function TopLink({ to, children }: { to: '/' | '/models' | '/pricing' | '/docs' | '/about'; children: string }) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: true }}
      className="flex min-h-control items-center rounded-control px-2.5 text-muted hover:bg-hover hover:text-text aria-[current=page]:font-strong aria-[current=page]:text-text"
    >
      {children}
    </Link>
  )
}

/** The site's logo, or the product's: two tracks that join. */
function Logo() {
  const { logo } = useStatus()
  if (logo) return <img src={logo} alt="" width={24} height={24} className="size-6 object-contain" />
  return (
    <svg viewBox="0 0 24 24" className="size-6 text-primary" aria-hidden="true">
      <rect width="24" height="24" rx="5" fill="currentColor" />
      <path
        d="M5 8h3.5c4 0 3 8 7 8H19M5 16h3.5c1.4 0 2.2-.9 2.8-2M12.9 10c.6-1.1 1.3-2 2.6-2H19"
        fill="none"
        stroke="var(--on-primary)"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </svg>
  )
}
