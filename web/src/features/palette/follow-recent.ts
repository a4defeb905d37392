import type { AnyRouter } from '@tanstack/react-router'
import { allows } from '#web/lib/session.ts'
import { getStored } from '#web/lib/storage.ts'
import { changeRecent, recordAt, withoutRecord, withPage, withRecord } from './recent.ts'

/** Records the opened pages and records for the palette; records that do not exist are skipped. */
export function followRecent(router: AnyRouter) {
  const look = () => void note(router).catch(() => {})
  look()
  router.subscribe('onResolved', look)
}

async function note(router: AnyRouter) {
  const user = getStored('user')
  if (!user) return
  const page = router.state.matches.findLast(({ staticData }) => staticData?.page)?.staticData.page
  if (page?.nav && allows(page.nav.access, user)) changeRecent((recent) => withPage(recent, page.name))
  const { pathname, search } = router.state.location
  const opened = recordAt(pathname, search)
  if (!opened) return
  const { nameOf, readRecord } = await import('./recent-queries.ts')
  const client = router.options.context.queryClient
  const row = await readRecord(client, opened, allows('admin', user) ? 'all' : 'own')
  // Another user may have logged in meanwhile.
  if (getStored('user')?.id !== user.id) return
  changeRecent((recent) => (row ? withRecord(recent, { ...opened, name: nameOf(row) }) : withoutRecord(recent, opened)))
}
