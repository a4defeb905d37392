import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context } from '../../platform/http/context.ts'

/**
 * Refuses a request that a page of another site made the browser send: it could log its visitor out, or log them in
 * to the account of an attacker. Clients other than browsers do not send the header. Throws foreign_page.
 * https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 */
export function checkCsrf(c: Context): void {
  const site = c.req.header('Sec-Fetch-Site')
  if (site === 'cross-site' || site === 'same-site') throw new ApiError('foreign_page')
}
