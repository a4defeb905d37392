import { queryOptions } from '@tanstack/react-query'
import { getAbout, getHomePageContent, getNotice } from '#contract/api/site.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { injectedJson } from '#web/lib/status.ts'

const content = (name: string, endpoint: typeof getNotice) =>
  endpointQuery(['content', name], endpoint, { query: { format: 'html' } }, { staleTime: 5 * 60_000 })

/** Fetches the administrator's notice: Markdown already converted to HTML, or an `https://` address. */
export const noticeQuery = queryOptions({
  ...content('notice', getNotice),
  // The notice is delivered with the page, so that the layout does not shift.
  initialData: () => injectedJson<string>('notice') ?? undefined,
})
export const aboutQuery = content('about', getAbout)
export const homeQuery = content('home', getHomePageContent)
