import X from 'lucide-react/icons/x'
import { type KeyboardEvent, lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { cx } from '#web/lib/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Lane } from '../book/book.ts'
import type { Chats } from '../chat/chats.ts'
import { useLane } from '../chat/use-chats.ts'
import type { SharedSettings } from '../conversation/conversation.ts'
import { dataOf } from '../files/file-store.ts'
import { ConversationList } from '../messages/conversation-list.tsx'
import { requestOf } from '../request/request-of.ts'

/** The columns of models side by side. */
const COLUMNS = ['', '', 'sm:grid-cols-2', 'sm:grid-cols-3']

interface LanesProps extends Pick<LaneViewProps, 'notReady' | 'onExample' | 'onContent' | 'focusComposer'> {
  chats: Chats
  lanes: readonly Lane[]
  settings: SharedSettings
  /** Models are tabs, of which this is the id of the one that is shown. */
  tab: string | undefined
  onTab: (id: string) => void
  /** The question being edited. */
  edited: { lane: string; id: string } | undefined
  onEdit: (edited: { lane: string; id: string } | undefined) => void
  onRemoveLane: (id: string) => void
}

/** The messages of all models: side by side, or as tabs. */
export function Lanes({ lanes, tab, onTab, edited, onEdit, onRemoveLane, ...shared }: LanesProps) {
  return (
    <>
      {tab !== undefined && lanes.length > 1 && <LaneTabs lanes={lanes} shown={tab} onShow={onTab} />}
      <div className={cx('grid flex-1 grid-cols-1 gap-4', COLUMNS[lanes.length])}>
        {lanes.map((lane) => (
          <LaneView
            key={lane.id}
            {...shared}
            lane={lane}
            isAlone={lanes.length === 1}
            isHidden={tab !== undefined && tab !== lane.id}
            edited={edited?.lane === lane.id ? edited.id : undefined}
            onEdit={(id) => onEdit(id === undefined ? undefined : { lane: lane.id, id })}
            onRemove={() => onRemoveLane(lane.id)}
          />
        ))}
      </div>
    </>
  )
}

const InspectDialog = lazy(() => import('../request/inspect-dialog.tsx'))

interface LaneViewProps {
  chats: Chats
  lane: Lane
  settings: SharedSettings
  /** The only model of the conversation. */
  isAlone: boolean
  /** Another tab of a phone is shown. */
  isHidden: boolean
  /** Why no model can be asked. */
  notReady: string | undefined
  /** Id of the question being edited. */
  edited: string | undefined
  onEdit: (id: string | undefined) => void
  onRemove: () => void
  onExample: (text: string) => void
  /** Called after the messages have changed. */
  onContent: () => void
  focusComposer: () => void
}

/** The messages of one model. */
function LaneView(props: LaneViewProps) {
  const { chats, lane, settings, isAlone, isHidden, notReady, edited, onEdit, onRemove, onContent } = props
  const { t } = useTranslation('playground')
  const { chat, state, line } = useLane(chats, lane.id)
  const [inspected, setInspected] = useState<string>()
  const busy = (state.own !== null || line.at(-1)?.state === 'writing') && t('busy')
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the content
  useEffect(onContent, [line, onContent])
  /** The exchange behind an answer of this visit; for an earlier one, the request that would be sent now. */
  const exchangeOf = (id: string) => {
    const before = line.slice(
      0,
      line.findIndex((message) => message.id === id),
    )
    return state.exchanges.get(id) ?? { request: requestOf({ ...settings, model: lane.model }, before, dataOf) }
  }
  const list = (
    <ConversationList
      {...{ chat, line, busy, edited, onEdit }}
      label={isAlone ? t('conversation') : t('lanes.conversation', { model: lane.model })}
      messages={state.messages}
      blocked={notReady ?? (busy || undefined)}
      onInspect={setInspected}
      onExample={props.onExample}
      focusComposer={props.focusComposer}
    />
  )
  const dialog = inspected && (
    <Suspense>
      <InspectDialog {...exchangeOf(inspected)} onClose={() => setInspected(undefined)} />
    </Suspense>
  )
  if (isAlone) {
    return (
      <div className="flex min-w-0 flex-col">
        {list}
        {dialog}
      </div>
    )
  }
  return (
    <section
      id={panelId(lane.id)}
      aria-labelledby={`${tabId(lane.id)}-head`}
      hidden={isHidden}
      className={cx(
        'min-w-0 flex-col sm:not-first:border-line sm:not-first:border-s sm:not-first:ps-4',
        !isHidden && 'flex',
      )}
    >
      <div className="sticky top-12 z-10 flex items-center gap-2 border-line border-b bg-page py-1 max-sm:hidden">
        <ModelMark model={lane.model} />
        <h2 id={`${tabId(lane.id)}-head`} className="min-w-0 flex-1 truncate font-strong">
          {lane.model || t('settings.modelHint')}
        </h2>
        <IconButton
          size="small"
          label={t('lanes.remove', { model: lane.model })}
          icon={<X size={14} aria-hidden />}
          onClick={onRemove}
        />
      </div>
      {list}
      {dialog}
    </section>
  )
}

interface LaneTabsProps {
  lanes: readonly Lane[]
  /** Id of the lane that is shown. */
  shown: string
  onShow: (id: string) => void
}

/** Names of the elements that belong together. */
const tabId = (lane: string) => `lane-tab-${lane}`
const panelId = (lane: string) => `lane-${lane}`

/** The models of a conversation as tabs, for phones. */
function LaneTabs({ lanes, shown, onShow }: LaneTabsProps) {
  const { t } = useTranslation('playground')
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const next = lanes.at((lanes.findIndex(({ id }) => id === shown) + by) % lanes.length)!
    onShow(next.id)
    document.getElementById(tabId(next.id))?.focus()
  }
  return (
    <div role="tablist" aria-label={t('lanes.title')} className="mt-2 flex border-line border-b">
      {lanes.map(({ id, model }) => (
        <button
          key={id}
          id={tabId(id)}
          type="button"
          role="tab"
          aria-selected={id === shown}
          aria-controls={panelId(id)}
          tabIndex={id === shown ? 0 : -1}
          onClick={() => onShow(id)}
          onKeyDown={onKeyDown}
          className="-mb-px flex min-h-control min-w-0 flex-1 items-center justify-center gap-1.5 border-transparent border-b-2 px-2 text-muted aria-selected:border-primary aria-selected:text-text"
        >
          <ModelMark model={model} />
          <span className="truncate">{model}</span>
        </button>
      ))}
    </div>
  )
}
