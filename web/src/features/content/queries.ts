import { queryOptions } from '@tanstack/react-query'
import { getAbout, getHomePageContent, getNotice } from '#contract/api/site.ts'
import { call } from '#web/lib/api.ts'
import { injectedJson } from '#web/lib/status.ts'

const content = (name: string, endpoint: typeof getNotice) =>
  queryOptions({
    queryKey: ['content', name],
    queryFn: ({ signal }) => call(endpoint, { query: { format: 'html' } }, signal),
    staleTime: 5 * 60_000,
  })

/** What the administrator wrote: Markdown already turned into HTML, or an `https://` address. */
export const noticeQuery = queryOptions({
  ...content('notice', getNotice),
  // It comes with the page, so that nothing moves when it is shown.
  initialData: () => injectedJson<string>('notice') ?? undefined,
})
export const aboutQuery = content('about', getAbout)
export const homeQuery = content('home', getHomePageContent)
