import FlaskConical from 'lucide-react/icons/flask-conical'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { BulkButtons, useStatusActions } from '#web/ui/table/row-buttons.tsx'
import type { ChannelActions } from './channel-actions.ts'

interface BulkBarProps {
  channels: readonly Channel[]
  actions: ChannelActions
  /** Removes channels from the selection. */
  done: (channels: readonly Channel[]) => void
  /** Deleting several is switched on. */
  mayDelete: boolean
}

/** Bulk actions for the selected channels other than editing. Channels that pass their test are deselected. */
export default function BulkBar({ channels, actions, done, mayDelete }: BulkBarProps) {
  const { t } = useTranslation('channels')
  const test = { label: t('test.button'), icon: FlaskConical, run: actions.testMany }
  const changes = useStatusActions(actions).filter(({ danger }) => mayDelete || !danger)
  return <BulkButtons rows={channels} done={done} actions={[test, ...changes]} />
}
