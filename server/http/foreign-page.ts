import type { Context } from './context.ts'
import { Failure } from './failure.ts'

/**
 * Refuses what a page of another site made the browser send: a login that starts there would put its visitor into
 * somebody else's account. Clients that are no browsers do not send the header. Throws foreign_page.
 */
export function refuseForeignPages(c: Context): void {
  const site = c.req.header('Sec-Fetch-Site')
  if (site === 'cross-site' || site === 'same-site') throw new Failure('foreign_page')
}
