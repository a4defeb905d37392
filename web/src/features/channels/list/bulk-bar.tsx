import type { Channel } from '#contract/api/channels.ts'
import { BulkButtons } from '#web/ui/table/selection/bulk-buttons.tsx'
import { BulkTestButton } from './bulk-test-button.tsx'
import type { ChannelActions } from './channel-actions.ts'

interface BulkBarProps {
  channels: readonly Channel[]
  actions: ChannelActions
  /** Removes channels from the selection. */
  done: (channels: readonly Channel[]) => void
  /** Deleting several is switched on. */
  mayDelete: boolean
}

/** Bulk actions for the selected channels other than editing. */
export default function BulkBar({ channels, actions, done, mayDelete }: BulkBarProps) {
  return (
    <>
      <BulkTestButton {...{ channels, actions, done }} />
      <BulkButtons {...{ rows: channels, actions, done, mayDelete }} />
    </>
  )
}
