import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure, RefreshFailure } from '#web/ui/table/list-states.tsx'
import { createDraftStore } from './drafts/draft-store.ts'
import type { Texts } from './drafts/drafts.ts'
import { optionsQuery } from './drafts/option-queries.ts'
import { SettingsContext } from './drafts/settings-context.ts'
import { rememberDrafts, rememberedDrafts } from './drafts/stored-drafts.ts'
import { OptionSearch } from './option-search.tsx'
import type { RootTab } from './options/settings-search.ts'
import { SaveBar } from './saving/save-bar.tsx'
import { FoundOptions } from './sections/found-options.tsx'
import { SectionList } from './sections/section-list.tsx'

interface Props {
  /** undefined while another tab is open: then only the save bar is shown. */
  tab: RootTab | undefined
  /** The section of the tab that is shown alone. */
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
        <>
          <OptionSearch typed={typed} tab={tab} />
          {error && <RefreshFailure error={error} onRetry={onRetry} />}
          {restored && <RestoredNote onDiscard={discard} />}
          {typed.trim() ? <FoundOptions typed={typed} /> : <SectionList tab={tab} section={section} />}
        </>
      )}
      <SaveBar />
    </SettingsContext>
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
