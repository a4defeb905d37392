import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allows, useUser } from '#web/lib/session.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TABS } from './options/settings-search.ts'

const PersonalSettings = lazy(() =>
  import('#web/features/account/personal-settings.tsx').then((part) => ({ default: part.PersonalSettings })),
)
const RootSettings = lazy(() => import('./root-settings.tsx'))

const route = getRouteApi('/_console/setting')

/** The user's own settings, and the site's for root. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  const search = route.useSearch()
  const isRoot = allows('root', useUser())
  const tab = isRoot ? search.tab : undefined
  // Stays mounted once opened, so that drafts survive switching tabs.
  const [opened, setOpened] = useState(tab !== undefined)
  if (tab && !opened) setOpened(true)
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-3 px-4 pt-3 max-sm:px-3">
      <h1 className="text-title">{t('title')}</h1>
      {isRoot && <Tabs />}
      <Suspense fallback={<Loading />}>
        {!tab && (
          <div className="mx-auto w-full max-w-5xl">
            <PersonalSettings />
          </div>
        )}
        {isRoot && opened && <RootSettings tab={tab} section={search.section} typed={search.q ?? ''} />}
      </Suspense>
    </div>
  )
}

function Tabs() {
  const { t } = useTranslation('settings')
  const { tab: open = 'personal' } = route.useSearch()
  return (
    <nav aria-label={t('tabs')} className="-mx-4 overflow-x-auto border-line border-b px-4 max-sm:-mx-3 max-sm:px-3">
      <ul className="flex gap-1">
        {TABS.map((tab) => (
          <li key={tab}>
            <Link
              to="/setting"
              search={{ tab: tab === 'personal' ? undefined : tab }}
              // The link marks itself as current by comparing only the tab parameter of the URL.
              activeOptions={{ includeSearch: true, explicitUndefined: true }}
              data-open={tab === open || undefined}
              className="flex min-h-control items-center gap-1.5 border-transparent border-b-2 px-3 whitespace-nowrap text-muted hover:text-text data-open:border-primary data-open:font-strong data-open:text-text"
            >
              {t(`tab.${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** As high as the window, so that the footer does not jump when the page loads. */
function Loading() {
  return (
    <div className="grid min-h-svh content-start gap-3">
      <Skeleton className="h-10" />
      <Skeleton className="h-60" />
      <Skeleton className="h-40" />
    </div>
  )
}
