import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useChannelActions } from '#web/features/channels/list/channel-actions.ts'
import { channelQuery } from '#web/features/channels/queries/channel-list.ts'
import { isOn } from '#web/features/channels/queries/channel-status.ts'
import { stateOfChannel } from '#web/features/channels/tests/disabled-reason.ts'
import { StateTag } from '#web/features/channels/tests/state-tag.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'

interface ChannelSwitchProps {
  id: number
  /** For the label; by default the channel's own. */
  name?: string
  /** Where the state is not shown otherwise: says why the channel is not called. */
  withState?: boolean
}

/** Switches a channel on and off where its trouble is seen. */
export function ChannelSwitch({ id, name, withState }: ChannelSwitchProps) {
  const { t } = useTranslation('channels')
  const { data: channel } = useQuery(channelQuery(id))
  const actions = useChannelActions()
  if (!channel) return null
  const on = isOn(channel)
  return (
    <>
      {withState && stateOfChannel(channel) !== 'enabled' && <StateTag channel={channel} />}
      <Switch
        aria-label={t(on ? 'row.disable' : 'row.enable', { name: name ?? channel.name })}
        checked={on}
        onChange={(next) => actions.setStatus(channel, next)}
      />
    </>
  )
}
