import { Power, PowerOff, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { Button } from '#web/ui/button.tsx'
import type { ChannelActions } from './channel-actions.ts'

interface BulkActionsProps {
  channels: readonly Channel[]
  actions: ChannelActions
  /** Clears the choice. */
  done: () => void
}

/** What can be done with the chosen channels; each ends the choice. */
export function ChannelBulkActions({ channels, actions, done }: BulkActionsProps) {
  const { t: common } = useTranslation()
  const setStatus = async (on: boolean) => {
    done()
    await actions.setStatusOfMany(channels, on)
  }
  const remove = async () => {
    if (await actions.remove(channels)) done()
  }
  return (
    <>
      <Button size="small" icon={<Power size={14} aria-hidden />} onClick={() => setStatus(true)}>
        {common('action.enable')}
      </Button>
      <Button size="small" icon={<PowerOff size={14} aria-hidden />} onClick={() => setStatus(false)}>
        {common('action.disable')}
      </Button>
      <Button size="small" icon={<Trash2 size={14} aria-hidden />} className="text-danger" onClick={remove}>
        {common('action.delete')}
      </Button>
    </>
  )
}
