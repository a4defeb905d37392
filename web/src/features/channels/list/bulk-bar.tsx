import FlaskConical from 'lucide-react/icons/flask-conical'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { Button } from '#web/ui/button.tsx'
import { BulkButtons } from '#web/ui/table/selection/bulk-buttons.tsx'
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

interface BulkTestButtonProps {
  channels: readonly Channel[]
  actions: ChannelActions
  /** Removes channels from the selection. */
  done: (channels: readonly Channel[]) => void
}

/** Tests the selected channels. Those that succeed are deselected, so that pressing again tests the others. */
function BulkTestButton({ channels, actions, done }: BulkTestButtonProps) {
  const { t } = useTranslation('channels')
  const [running, setRunning] = useState(false)
  async function test() {
    setRunning(true)
    done(await actions.testMany(channels))
    setRunning(false)
  }
  return (
    <Button size="small" loading={running} icon={<FlaskConical size={14} aria-hidden />} onClick={() => void test()}>
      {t('test.button')}
    </Button>
  )
}
