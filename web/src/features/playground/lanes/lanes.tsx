import { cx } from '#web/lib/cx.ts'
import type { Lane } from '../book/book.ts'
import type { Chats } from '../chat/chats.ts'
import type { SharedSettings } from '../conversation/conversation.ts'
import { LaneTabs } from './lane-tabs.tsx'
import { LaneView, type LaneViewProps } from './lane-view.tsx'

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
