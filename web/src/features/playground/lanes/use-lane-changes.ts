import { useTranslation } from 'react-i18next'
import { toast } from '#web/ui/toast/toast.tsx'
import type { Lane } from '../book/book.ts'
import type { Chats } from '../chat/chats.ts'

/** Adds a model to a conversation, with what was said before, and removes one, which can be undone. */
export function useLaneChanges(chats: Chats, lanes: readonly Lane[], onLanes: (lanes: readonly Lane[]) => void) {
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
