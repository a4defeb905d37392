import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallerDoc } from '#contract/api/documents.ts'
import { pathOf } from './docs-search.tsx'

interface DocsNavProps {
  pages: readonly CallerDoc[]
  /** Id of the page that is open. */
  current: string
}

/** The pages for callers. */
export function DocsNav({ pages, current }: DocsNavProps) {
  const { t } = useTranslation('docs')
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap gap-x-1 gap-y-0.5 lg:flex-col">
      {pages.map(({ id, title }) => (
        <Link
          key={id}
          to={pathOf(id)}
          activeOptions={{ exact: true }}
          aria-current={id === current ? 'page' : undefined}
          className="flex min-h-control items-center rounded-control px-2.5 text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-hover aria-[current=page]:font-strong aria-[current=page]:text-text"
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

/** The headings of a page, on wide screens. */
export function DocsContents({ doc }: { doc: CallerDoc }) {
  const { t } = useTranslation('docs')
  const id = useId()
  const headings = doc.sections.filter((section) => section.id && section.level === 2)
  return (
    <nav
      aria-labelledby={id}
      className="sticky top-16 max-h-[calc(100dvh-5rem)] self-start overflow-y-auto max-xl:hidden"
    >
      <p id={id} className="mb-1 text-muted text-small">
        {t('contents')}
      </p>
      <ul className="flex flex-col border-line border-s">
        {headings.map((section) => (
          <li key={section.id}>
            <a
              href={`#${section.id}`}
              className="block break-words py-1 ps-3 text-muted text-small hover:text-text"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own text
              dangerouslySetInnerHTML={{ __html: section.title }}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The page before and the page after. */
export function DocsSteps({ pages, current }: DocsNavProps) {
  const { t } = useTranslation('docs')
  const place = pages.findIndex(({ id }) => id === current)
  const before = pages[place - 1]
  const after = pages[place + 1]
  const look = 'flex min-h-control items-center gap-2 text-primary hover:underline'
  return (
    <nav aria-label={t('steps')} className="mt-8 flex justify-between gap-4 border-line border-t pt-4">
      {before ? (
        <Link to={pathOf(before.id)} className={look}>
          <ArrowLeft size={16} aria-hidden />
          {before.title}
        </Link>
      ) : (
        <span />
      )}
      {after && (
        <Link to={pathOf(after.id)} className={look}>
          {after.title}
          <ArrowRight size={16} aria-hidden />
        </Link>
      )}
    </nav>
  )
}
