import FlaskConical from 'lucide-react/icons/flask-conical'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { Button } from '#web/ui/button.tsx'
import type { ChannelActions } from './channel-actions.ts'

interface BulkTestButtonProps {
  channels: readonly Channel[]
  actions: ChannelActions
  /** Removes channels from the selection. */
  done: (channels: readonly Channel[]) => void
}

/** Tests the selected channels. Those that succeed are deselected, so that pressing again tests the others. */
export function BulkTestButton({ channels, actions, done }: BulkTestButtonProps) {
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
