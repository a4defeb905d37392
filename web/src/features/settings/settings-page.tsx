import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { allows, useUser } from '#web/lib/session.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const PersonalSettings = lazy(() =>
  import('#web/features/account/personal-settings.tsx').then((part) => ({ default: part.PersonalSettings })),
)
const RootSettings = lazy(() => import('./root-settings.tsx'))

const route = getRouteApi('/_console/setting')

/** The user's own settings, and the site's for root. */
export function SettingsPage() {
  const search = route.useSearch()
  const isRoot = allows('root', useUser())
  const tab = isRoot ? search.tab : undefined
  // Stays mounted once opened, so that drafts survive switching tabs.
  const [opened, setOpened] = useState(tab !== undefined)
  if (tab && !opened) setOpened(true)
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-3 px-4 pt-3 max-sm:px-3">
      <Suspense fallback={<Loading />}>
        {!tab && <PersonalSettings />}
        {isRoot && opened && <RootSettings tab={tab} section={search.section} typed={search.q ?? ''} />}
      </Suspense>
    </div>
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
