import { useLocation, useNavigate } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { urlSearch } from '#web/lib/url-search.ts'
import { IconButton } from '../icon-button.tsx'
import { viewsOf } from './views.ts'

const load = () => import('./views-panel.tsx')
const ViewsPanel = lazy(load)

/** The views of a list that were saved in this browser. The panel's code comes when the pointer or the focus gets near. */
export function SavedViews({ list }: { list: string }) {
  const { t } = useTranslation('table')
  const [wanted, setWanted] = useState(false)
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const navigate = useNavigate()
  // The router knows no more of a stored search than of one that was typed: the route checks it.
  const show = (view: string, replace = false) =>
    void navigate({ to: '.', search: urlSearch.parseSearch(view) as never, replace, resetScroll: false })

  // Only whoever comes to the list without any wish is shown the first view: clearing its filters shows all.
  const showFirst = useEffectEvent(() => {
    const first = search === '' && viewsOf(list).find((view) => view.first)
    if (first) show(first.search, true)
  })
  useEffect(() => showFirst(), [])

  const trigger = (
    <IconButton
      label={t('views.open')}
      icon={<Bookmark size={16} aria-hidden />}
      onPointerEnter={load}
      onFocus={load}
      onClick={wanted ? undefined : () => setWanted(true)}
    />
  )
  if (!wanted) return trigger
  return (
    <Suspense fallback={trigger}>
      <ViewsPanel list={list} search={search} show={show} trigger={trigger} />
    </Suspense>
  )
}
