import { type ComponentProps, lazy, Suspense, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { type Lane, lanesOf, withLanes, withQuestion } from './book/book.ts'
import type { useBook } from './book/use-book.ts'
import { Composer } from './composer.tsx'
import { dataOf, saveFiles } from './files/file-store.ts'
import { useFiles } from './files/use-files.ts'
import { LaneTabs } from './lanes/lane-tabs.tsx'
import { LaneView } from './lanes/lane-view.tsx'
import { LatestButton } from './latest-button.tsx'
import { lineOf } from './line.ts'
import { Notes } from './notes/notes.tsx'
import { PlaygroundHeader } from './playground-header.tsx'
import { type ChatRequest, requestOf } from './request/request-of.ts'
import { useChats } from './use-chats.ts'
import { useDraft } from './use-draft.ts'
import { useModels } from './use-models.ts'
import { useStick } from './use-stick.ts'

const InspectDialog = lazy(() => import('./request/inspect-dialog.tsx'))
const SettingsDialog = lazy(() => import('./settings-dialog.tsx'))
const SettingsPanel = lazyPart(() => import('./settings-panel.tsx'))

/** The columns of models side by side. */
const COLUMNS = ['', '', 'sm:grid-cols-2', 'sm:grid-cols-3']

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
  const { t: common } = useTranslation()
  const { book, change, changeSettings } = books
  const lanes = lanesOf(book, conversation)
  const { chats, all, ...now } = useChats(userId, conversation, lanes)
  const phone = useMedia(MEDIA.phone)
  const wide = useMedia(MEDIA.wide)
  const [shown, setShown] = useState(lanes[0]?.id)
  const [isSetting, setSetting] = useState(false)
  const [edited, setEdited] = useState<{ lane: string; id: string }>()
  const [next, setNext] = useState<ChatRequest>()
  const [text, setText] = useDraft(userId)
  const field = useRef<HTMLTextAreaElement>(null)
  const { away, toEnd, follow, onContent } = useStick()
  const setLanes = useCallback(
    (changed: readonly Lane[]) => change((current) => withLanes(current, conversation, changed)),
    [change, conversation],
  )
  const group = book.settings.group || ownGroup
  const notReady = useModels(lanes, group, setLanes)
  const files = useFiles(lanes)
  const busy = (now.isWriting || now.isBusyElsewhere) && t('busy')
  const blocked = notReady ?? files.problem ?? (busy || undefined)
  const at = Math.max(0, phone ? lanes.findIndex(({ id }) => id === shown) : 0)
  const focusComposer = () => field.current?.focus()

  const send = () => {
    follow()
    change((current) => withQuestion(current, conversation, text || (files.chosen[0]?.name ?? ''), Date.now()))
    saveFiles(userId, files.chosen).catch(() => toast.error(t('files.unsaved')))
    for (const chat of all) chat.send(text, files.chosen)
    setText('')
    files.clear()
  }
  const editLast = () => {
    const { messages, head } = all[at]!.state()
    const last = lineOf(messages, head).findLast(({ role }) => role === 'user')
    if (last) setEdited({ lane: lanes[at]!.id, id: last.id })
  }
  /** Shows the request that the typed question would make. */
  const inspectNext = () => {
    const { messages, head } = all[at]!.state()
    const question = {
      id: '',
      parent: head,
      role: 'user' as const,
      content: text,
      files: files.chosen,
      state: 'complete' as const,
    }
    const settings = { ...book.settings, model: lanes[at]!.model }
    setNext(requestOf(settings, [...lineOf(messages, head), question], dataOf))
  }
  const addLane = (lane: Lane) => {
    chats.of(lane.id).copy(all[0]!.state())
    setLanes([...lanes, lane])
  }
  const removeLane = (id: string) => {
    const undo = chats.of(id).removeAll()
    setLanes(lanes.filter((lane) => lane.id !== id))
    toast.success(t('lanes.removed'), {
      action: {
        label: common('action.undo'),
        run: () => {
          undo()
          setLanes(lanes)
        },
      },
    })
  }
  const panel = { settings: book.settings, lanes, ownGroup, busy, onChange: changeSettings }
  const settings = { ...panel, onLanes: setLanes, onAddLane: addLane, onRemoveLane: removeLane }
  const aside = !phone && (wide || lanes.length === 1)
  return (
    <div className="flex min-w-0 flex-1 gap-6 px-4 pt-3 max-sm:px-3">
      {aside && <SettingsAside {...settings} />}
      <div className="flex min-w-0 flex-1 flex-col">
        <PlaygroundHeader
          {...{ userId, conversation, books, busy, onOpen }}
          chat={all[at]!}
          chats={all}
          isEmpty={now.isEmpty}
          isCleared={now.isCleared}
          onRemoved={focusComposer}
          onInspect={inspectNext}
          onOpenSettings={aside ? undefined : () => setSetting(true)}
        />
        <Notes group={group} isFull={now.isFull} onGroup={(chosen) => changeSettings({ group: chosen })} />
        {phone && lanes.length > 1 && <LaneTabs lanes={lanes} shown={lanes[at]!.id} onShow={setShown} />}
        <div className={cx('grid flex-1 grid-cols-1 gap-4', COLUMNS[lanes.length])}>
          {lanes.map((lane, number) => (
            <LaneView
              key={lane.id}
              {...{ chats, lane, notReady, onContent, focusComposer }}
              settings={book.settings}
              isAlone={lanes.length === 1}
              isHidden={phone && number !== at}
              edited={edited?.lane === lane.id ? edited.id : undefined}
              onEdit={(id) => setEdited(id === undefined ? undefined : { lane: lane.id, id })}
              onRemove={() => removeLane(lane.id)}
              onExample={setText}
            />
          ))}
        </div>
        <p role="status" className="sr-only">
          {now.isAnswered && !now.isWriting ? t('done') : ''}
        </p>
        <div className="sticky bottom-0 mx-auto w-full max-w-3xl bg-page pt-2 pb-3 max-sm:bottom-14">
          {away && !now.isEmpty && <LatestButton onClick={toEnd} />}
          <Composer
            {...{ field, text, blocked, files }}
            isWriting={now.isWriting}
            onType={setText}
            onSend={send}
            onStop={chats.stop}
            onEditLast={editLast}
          />
        </div>
      </div>
      {isSetting && !aside && (
        <Suspense>
          <SettingsDialog {...settings} onClose={() => setSetting(false)} />
        </Suspense>
      )}
      {next && (
        <Suspense>
          <InspectDialog request={next} onClose={() => setNext(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

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
