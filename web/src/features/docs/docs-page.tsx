import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams, useRouter } from '@tanstack/react-router'
import BookX from 'lucide-react/icons/book-x'
import { type MouseEvent, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallerDoc } from '#contract/api/documents.ts'
import { baseUrlOf } from '#contract/snippets.ts'
import { useNamedPage } from '#web/lib/page-title.ts'
import { useStatus } from '#web/lib/status.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { DocsContents, DocsNav, DocsSteps } from './docs-nav.tsx'
import { docsQuery } from './docs-query.ts'
import { DocsSearch } from './docs-search.tsx'
import { DocsSection } from './docs-section.tsx'

/** The documentation for callers: its pages, a search over them, and the page that is open. */
export function DocsPage() {
  const { t, i18n } = useTranslation('docs')
  const { page: id = 'start' } = useParams({ strict: false })
  const { server_address } = useStatus()
  const root = baseUrlOf(server_address, location.origin).replace(/\/v1$/, '')
  const { data: pages, error, refetch } = useQuery(docsQuery(i18n.language))
  const doc = pages?.find((page) => page.id === id)
  useNamedPage(doc && id !== 'start' ? doc.title : undefined)
  if (!pages) {
    return (
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pt-4">
        <h1 className="text-title">{t('title')}</h1>
        {error ? <ListFailure error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-80" />}
      </div>
    )
  }
  return (
    <div className="mx-auto grid w-full max-w-6xl min-w-0 grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 px-4 pt-4 pb-10 max-sm:px-3 lg:grid-cols-[12rem_minmax(0,1fr)] xl:grid-cols-[12rem_minmax(0,1fr)_11rem]">
      <div className="flex flex-col gap-3 lg:sticky lg:top-16 lg:self-start">
        <DocsSearch pages={pages} root={root} />
        <DocsNav pages={pages} current={id} />
      </div>
      {doc ? (
        <>
          <DocsArticle key={doc.id} doc={doc} pages={pages} root={root} />
          <DocsContents doc={doc} />
        </>
      ) : (
        <EmptyState
          page
          icon={<BookX size={28} aria-hidden />}
          title={t('missing')}
          action={
            <Link to="/docs" className={buttonClass('primary')}>
              {t('toStart')}
            </Link>
          }
        />
      )}
    </div>
  )
}

interface DocsArticleProps {
  doc: CallerDoc
  pages: readonly CallerDoc[]
  root: string
}

function DocsArticle({ doc, pages, root }: DocsArticleProps) {
  const router = useRouter()
  const { hash } = useLocation()
  // The browser and the router look for the place before the page is there.
  useEffect(() => {
    if (!hash) return
    // A code that the page of errors does not list is that of a vendor.
    const place = document.getElementById(hash) ?? document.getElementById('vendors')
    place?.scrollIntoView()
    const row = place?.closest('tr')
    row?.setAttribute('data-meant', '')
    return () => row?.removeAttribute('data-meant')
  }, [hash])
  /** Links in the server's text go on inside the console. */
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/"]')
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const href = link.getAttribute('href') ?? ''
    if (event.defaultPrevented || href.startsWith('/api/')) return
    event.preventDefault()
    router.history.push(href)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link sends a click for Enter too
    <article className="flex min-w-0 max-w-3xl flex-col gap-3" onClick={follow}>
      <h1 className="text-display font-strong">{doc.title}</h1>
      {doc.sections.map((section) => (
        <DocsSection key={section.id} section={section} root={root} />
      ))}
      <DocsSteps pages={pages} current={doc.id} />
    </article>
  )
}
