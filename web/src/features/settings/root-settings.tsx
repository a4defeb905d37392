import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNamedPage } from '#web/lib/page-title.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure, RefreshFailure } from '#web/ui/table/list-states.tsx'
import { createDraftStore } from './drafts/draft-store.ts'
import type { Texts } from './drafts/drafts.ts'
import { optionsQuery } from './drafts/option-queries.ts'
import { SettingsContext, useDrafts } from './drafts/settings-context.ts'
import { rememberDrafts, rememberedDrafts } from './drafts/stored-drafts.ts'
import { OptionSearch } from './option-search.tsx'
import { type Place, pageOf, placesOn } from './options/sections.ts'
import type { RootTab } from './options/settings-search.ts'
import { SectionRows } from './sections/section-rows.tsx'

const SaveBar = lazy(() => import('./saving/save-bar.tsx'))
const SectionList = lazy(() => import('./sections/section-list.tsx'))
const FoundOptions = lazy(() => import('./sections/found-options.tsx'))

interface Props {
  /** undefined while another tab is open: then only the save bar is shown. */
  tab: RootTab | undefined
  /** The section that is open, or `all`; absent = the tab's list of sections. */
  section: string | undefined
  /** The search text. */
  typed: string
}

/** The site's options on three tabs, with one bar that saves the changes of all of them. */
export default function RootSettings({ tab, section, typed }: Props) {
  const { data: texts, error, refetch } = useQuery(optionsQuery)
  if (texts) return <Loaded {...{ tab, section, typed, texts, error, onRetry: () => void refetch() }} />
  if (!tab) return null
  return error ? <ListFailure error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-60" />
}

type LoadedProps = Props & { texts: Texts; error: Error | null; onRetry: () => void }

function Loaded({ tab, section, typed, texts, error, onRetry }: LoadedProps) {
  const { store, restored, discard } = useDraftStore(texts)
  return (
    <SettingsContext value={{ texts, store }}>
      {tab && (
        <Opened {...{ tab, section, typed }}>
          {error && <RefreshFailure error={error} onRetry={onRetry} />}
          {restored && <RestoredNote onDiscard={discard} />}
        </Opened>
      )}
      <Saving isEditable={tab !== undefined && (section !== undefined || typed !== '')} />
    </SettingsContext>
  )
}

/** The bar where options can be changed or have been; the list of sections alone does not load it. */
function Saving({ isEditable }: { isEditable: boolean }) {
  const { size } = useDrafts()
  if (!isEditable && size === 0) return null
  return (
    <Suspense>
      <SaveBar />
    </Suspense>
  )
}

interface OpenedProps {
  tab: RootTab
  section: string | undefined
  typed: string
  /** Notes above the options. */
  children: ReactNode
}

/** The search's findings, one section, all sections, or their list. */
function Opened({ tab, section, typed, children }: OpenedProps) {
  const { t } = useTranslation('options')
  const places = placesOn(tab)
  const isSearch = typed.trim() !== ''
  const place = isSearch ? undefined : places.find((each) => each === `${tab}.${section}`)
  useNamedPage(place && t(`section.${place}.title`))
  const page = place && pageOf(place)
  if (page) return <Navigate to={page} replace />
  return (
    <>
      <Head {...{ tab, typed, place }} />
      {children}
      <Suspense fallback={<Skeleton className="h-60" />}>
        {isSearch ? (
          <FoundOptions typed={typed} />
        ) : place || section === 'all' ? (
          <SectionList places={place ? [place] : places} isAlone={place !== undefined} />
        ) : (
          <SectionRows tab={tab} />
        )}
      </Suspense>
    </>
  )
}

/** The title of the settings or of the section that is open, and the search. */
function Head({ tab, typed, place }: { tab: RootTab; typed: string; place: Place | undefined }) {
  const { t } = useTranslation('settings')
  const { t: words } = useTranslation('options')
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        {place && (
          <BackLink to="/setting" search={{ tab }}>
            {t('section.back')}
          </BackLink>
        )}
        <h1 className="text-title">{place ? words(`section.${place}.title`) : t('title')}</h1>
        {place && <p className="text-muted text-small">{words(`section.${place}.hint`)}</p>}
      </div>
      <OptionSearch typed={typed} tab={tab} />
    </header>
  )
}

const TYPING_MS = 300

/** Creates the draft store, which survives a reload or a login. */
function useDraftStore(texts: Texts) {
  const [store] = useState(createDraftStore)
  const [restored, setRestored] = useState(false)
  // The initial texts only: stored drafts are not restored after later refetches.
  const [first] = useState(texts)
  useEffect(() => {
    const kept = rememberedDrafts(first)
    for (const [key, draft] of kept) store.set(key, draft)
    setRestored(kept.length > 0)
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = () => rememberDrafts(store.all())
    const stop = store.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(remember, TYPING_MS)
      if (store.all().size === 0) setRestored(false)
    })
    return () => {
      clearTimeout(timer)
      remember()
      stop()
    }
  }, [store, first])
  return { store, restored, discard: store.clear }
}

function RestoredNote({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation('form')
  const discard = (
    <Button size="small" onClick={onDiscard}>
      {t('draft.discard')}
    </Button>
  )
  return (
    <Banner tone="info" role="status" action={discard}>
      {t('draft.restored')}
    </Banner>
  )
}
