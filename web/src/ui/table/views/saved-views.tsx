import { useLocation, useNavigate } from '@tanstack/react-router'
import Bookmark from 'lucide-react/icons/bookmark'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { urlSearch } from '#web/lib/url/url-search.ts'
import { IconButton } from '../../icon-button.tsx'
import { LazyPanel } from '../../overlay/lazy-panel.tsx'
import { viewsOf } from './views.ts'

const load = () => import('./views-panel.tsx')

/** The views of a list saved in this browser. */
export function SavedViews({ list }: { list: string }) {
  const { t } = useTranslation('table')
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const navigate = useNavigate()
  // A stored search is untyped like a typed URL: the route validates it.
  const show = (view: string, replace = false) =>
    void navigate({ to: '.', search: urlSearch.parseSearch(view) as never, replace, resetScroll: false })

  // The first view applies only when the list is opened without a search; clearing its filters shows all rows.
  const showFirst = useEffectEvent(() => {
    const first = search === '' && viewsOf(list).find((view) => view.first)
    if (first) show(first.search, true)
  })
  useEffect(() => showFirst(), [])

  const trigger = <IconButton label={t('views.open')} icon={<Bookmark size={16} aria-hidden />} />
  return <LazyPanel load={load} trigger={trigger} props={{ list, search, show }} />
}
