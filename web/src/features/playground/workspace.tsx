import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pricingQuery } from '#web/features/prices/public/pricing-query.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { type Lane, lanesOf, withLanes } from './book/book.ts'
import type { useBook } from './book/use-book.ts'
import type { Chats } from './chat/chats.ts'
import { useChats } from './chat/use-chats.ts'
import { Composer } from './composer.tsx'
import { lastQuestion } from './conversation/line.ts'
import { Lanes } from './lanes/lanes.tsx'
import { firstModel, modelNames } from './models/model-options.ts'
import { Notes } from './notes/notes.tsx'
import { PlaygroundHeader } from './playground-header.tsx'
import type { ChatRequest } from './request/request-of.ts'
import { useQuestion } from './use-question.ts'

const InspectDialog = lazy(() => import('./request/inspect-dialog.tsx'))
const SettingsDialog = lazy(() => import('./settings-dialog.tsx'))

interface WorkspaceProps {
  userId: number
  conversation: string
  books: ReturnType<typeof useBook>
  /** The user's group, which settings without a group stand for. */
  ownGroup: string
  /** Opens another conversation. */
  onOpen: (id: string) => void
}

/** A conversation: its models side by side, one field for all of them, and the settings. */
export function Workspace({ userId, conversation, books, ownGroup, onOpen }: WorkspaceProps) {
  const { t } = useTranslation('playground')
  const { change, changeSettings } = books
  const { settings } = books.book
  const lanes = lanesOf(books.book, conversation)
  const { chats, all, ...now } = useChats(userId, conversation, lanes)
  const layout = useLayout(lanes)
  const [edited, setEdited] = useState<{ lane: string; id: string }>()
  const [dialog, setDialog] = useState<'settings' | ChatRequest>()
  const field = useRef<HTMLTextAreaElement>(null)
  const { away, toEnd, follow, onContent } = useStick()
  const setLanes = useCallback(
    (changed: readonly Lane[]) => change((book) => withLanes(book, conversation, changed)),
    [change, conversation],
  )
  const group = settings.group || ownGroup
  const notReady = useModels(lanes, group, setLanes)
  const laneChanges = useLaneChanges(chats, lanes, setLanes)
  const question = useQuestion({ userId, conversation, books, models: lanes.map(({ model }) => model) })
  const busy = (now.isWriting || now.isBusyElsewhere) && t('busy')
  const { shown } = layout
  const focusComposer = () => field.current?.focus()
  const send = () => {
    follow()
    question.send(all)
  }
  const editLast = () => {
    const last = lastQuestion(chats.of(shown.id).state())
    if (last) setEdited({ lane: shown.id, id: last.id })
  }
  const panel = { settings, lanes, ownGroup, busy, onChange: changeSettings, ...laneChanges }
  return (
    <div className="flex min-w-0 flex-1 gap-6 px-4 pt-3 max-sm:px-3">
      {layout.hasAside && <SettingsAside {...panel} />}
      <div className="flex min-w-0 flex-1 flex-col">
        <PlaygroundHeader
          {...{ userId, conversation, books, busy, onOpen }}
          chat={chats.of(shown.id)}
          chats={all}
          isEmpty={now.isEmpty}
          isCleared={now.isCleared}
          onRemoved={focusComposer}
          onInspect={() => setDialog(question.requestTo(chats.of(shown.id), shown.model))}
          onOpenSettings={layout.hasAside ? undefined : () => setDialog('settings')}
        />
        <Notes group={group} isFull={now.isFull} onGroup={(next) => changeSettings({ group: next })} />
        <Lanes
          {...{ chats, lanes, settings, notReady, edited, onContent, focusComposer }}
          tab={layout.hasTabs ? shown.id : undefined}
          onTab={layout.show}
          onEdit={setEdited}
          onRemoveLane={laneChanges.onRemoveLane}
          onExample={question.setText}
        />
        <p role="status" className="sr-only">
          {now.isAnswered && !now.isWriting ? t('done') : ''}
        </p>
        <div className="sticky bottom-0 mx-auto w-full max-w-3xl bg-page pt-2 pb-3 max-sm:bottom-14">
          {away && !now.isEmpty && <LatestButton onClick={toEnd} />}
          <Composer
            {...{ field, text: question.text, files: question.files }}
            blocked={notReady ?? question.files.problem ?? (busy || undefined)}
            isWriting={now.isWriting}
            onType={question.setText}
            onSend={send}
            onStop={chats.stop}
            onEditLast={editLast}
          />
        </div>
      </div>
      <Suspense>
        {dialog === 'settings' && !layout.hasAside && (
          <SettingsDialog {...panel} onClose={() => setDialog(undefined)} />
        )}
        {typeof dialog === 'object' && <InspectDialog request={dialog} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </div>
  )
}

/** Where settings and models are: beside each other while there is room, else in a dialog and as tabs. */
function useLayout(lanes: readonly Lane[]) {
  const phone = useMedia(MEDIA.phone)
  const wide = useMedia(MEDIA.wide)
  const [tab, setTab] = useState<string>()
  return {
    hasAside: !phone && (wide || lanes.length === 1),
    hasTabs: phone,
    shown: (phone && lanes.find(({ id }) => id === tab)) || lanes[0]!,
    show: setTab,
  }
}

/** Scrolls to the end of the conversation. */
function LatestButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('playground')
  return (
    <Button
      size="small"
      icon={<ArrowDown size={14} aria-hidden />}
      className="absolute -top-8 left-1/2 -translate-x-1/2 rounded-full! bg-overlay! shadow-float"
      onClick={onClick}
    >
      {t('latest')}
    </Button>
  )
}

const SettingsPanel = lazyPart(() => import('./settings-panel.tsx'))

/** The settings beside the conversation. */
function SettingsAside(props: ComponentProps<typeof SettingsPanel>) {
  const { t } = useTranslation('playground')
  return (
    <aside aria-label={t('settings.title')} className="w-64 shrink-0">
      <div className="sticky top-15">
        <Suspense fallback={<Skeleton className="h-100" />}>
          <SettingsPanel {...props} />
        </Suspense>
      </div>
    </aside>
  )
}

/** Adds a model to a conversation, with what was said before, and removes one, which can be undone. */
function useLaneChanges(chats: Chats, lanes: readonly Lane[], onLanes: (lanes: readonly Lane[]) => void) {
  const { t } = useTranslation('playground')
  const { t: common } = useTranslation()
  return {
    onLanes,
    onAddLane(lane: Lane) {
      const [first] = lanes
      if (first) chats.of(lane.id).copy(chats.of(first.id).state())
      onLanes([...lanes, lane])
    },
    onRemoveLane(id: string) {
      const undo = chats.of(id).removeAll()
      const run = () => {
        undo()
        onLanes(lanes)
      }
      onLanes(lanes.filter((lane) => lane.id !== id))
      toast.success(t('lanes.removed'), { action: { label: common('action.undo'), run } })
    },
  }
}

/** Pixels from the end that still count as being at the end. */
const NEAR = 80

/** Keeps the window scrolled to its end while the user is there; after scrolling up it stays put until `follow`. */
function useStick() {
  const [away, setAway] = useState(false)
  const stuck = useRef(true)
  useEffect(() => {
    const look = () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement
      stuck.current = scrollHeight - clientHeight - scrollTop < NEAR
      setAway(!stuck.current)
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  const follow = () => {
    stuck.current = true
  }
  const toEnd = useCallback(() => scrollTo({ top: document.documentElement.scrollHeight }), [])
  /** Call it after the content has changed. */
  const onContent = useCallback(() => {
    if (stuck.current) toEnd()
  }, [toEnd])
  return { away, toEnd, follow, onContent }
}

/**
 * Selects a model once the list is loaded, unless one is selected. Returns the reason why no question can be
 * sent.
 */
function useModels(lanes: readonly Lane[], group: string, onLanes: (lanes: readonly Lane[]) => void) {
  const { t } = useTranslation('playground')
  const { data: prices } = useQuery(pricingQuery)
  const { model: linked } = useSearch({ from: '/_console/playground' })
  const navigate = useNavigate({ from: '/playground' })
  const first = prices && firstModel(prices.rows, group)
  const isTaken = lanes[0]?.model === linked
  // An address with a model chooses it for the first place.
  useEffect(() => {
    if (linked === undefined) return
    if (isTaken) void navigate({ search: ({ expired, chat }) => ({ expired, chat }), replace: true })
    else onLanes(lanes.map((lane, at) => (at === 0 ? { ...lane, model: linked } : lane)))
  }, [linked, isTaken, lanes, onLanes, navigate])
  useEffect(() => {
    if (!first || linked !== undefined || lanes.every(({ model }) => model !== '')) return
    onLanes(lanes.map((lane) => (lane.model === '' ? { ...lane, model: first } : lane)))
  }, [first, linked, lanes, onLanes])
  if (!prices) return t('composer.loading')
  if (first === '') return t('composer.noModels')
  const known = new Set(modelNames(prices.rows, group))
  return lanes.every(({ model }) => known.has(model)) ? undefined : t('composer.noModel')
}
