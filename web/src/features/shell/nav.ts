import { type LinkProps, useRouter } from '@tanstack/react-router'
import { allows, useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import type { PageInfo } from '#web/router.tsx'

/** A page in the navigation. */
export interface NavEntry extends NonNullable<PageInfo['nav']> {
  name: PageInfo['name']
  to: LinkProps['to']
}

/** Returns the pages that the current user may open, in order, as declared by the routes. */
export function useNavEntries(): NavEntry[] {
  const router = useRouter()
  const user = useUser()
  const status = useStatus()
  return Object.values(router.routesById)
    .flatMap(({ options, fullPath }): NavEntry[] => {
      const page = options.staticData?.page
      return page?.nav ? [{ ...page.nav, name: page.name, to: fullPath as LinkProps['to'] }] : []
    })
    .filter(({ access, feature }) => allows(access, user) && (!feature || status[feature] === true))
    .sort((one, other) => one.order - other.order)
}
