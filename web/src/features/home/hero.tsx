import { Link } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useTranslation } from 'react-i18next'
import { baseUrlOf } from '#contract/snippets.ts'
import { cx } from '#web/lib/cx.ts'
import { useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'

/** What this site is and the way to a key; for visitors also where its API is, which the account panel says to users. */
export function Hero() {
  const { t } = useTranslation('home')
  const user = useUser()
  const { home_tagline, server_address, register_enabled } = useStatus()
  const baseUrl = baseUrlOf(server_address, location.origin)
  const look = buttonClass('primary', 'normal', 'px-4! min-h-10!')
  const key = (
    <>
      {t(user ? 'myKeys' : 'getKey')}
      <ArrowRight size={16} aria-hidden />
    </>
  )
  return (
    <section className={cx('flex max-w-3xl flex-col gap-5', !user && 'pt-8 max-sm:pt-4')}>
      <h1 className={cx('font-strong text-balance break-keep wrap-anywhere', user ? 'text-display' : 'text-hero')}>
        {home_tagline || t('tagline')}
      </h1>
      {!home_tagline && <p className="max-w-2xl text-pretty text-lead text-muted">{t('intro')}</p>}
      <div className="flex flex-wrap items-center gap-3">
        {user ? (
          <Link to="/token" className={look}>
            {key}
          </Link>
        ) : (
          <Link to={register_enabled ? '/register' : '/login'} className={look}>
            {key}
          </Link>
        )}
        <Link to="/docs" className={buttonClass('default', 'normal', 'px-4! min-h-10!')}>
          {t('docs')}
        </Link>
        {!user && (
          <span className="surface flex min-h-10 min-w-0 items-center gap-2 ps-3 pe-1">
            <span className="shrink-0 text-muted text-small">{t('baseUrl')}</span>
            <code className="min-w-0 font-mono text-small break-all">{baseUrl}</code>
            <CopyButton label={t('copyBaseUrl')} text={baseUrl} shown={baseUrl} />
          </span>
        )}
      </div>
    </section>
  )
}
