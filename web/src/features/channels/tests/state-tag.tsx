import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { LOOKS, Status } from '#web/ui/status.tsx'
import { LOOK_OF } from '../queries/channel-status.ts'
import { stateOfChannel } from './disabled-reason.ts'

/** Shows whether a channel is called, and whether an operator or the gateway stopped the channel. */
export function StateTag({ channel }: { channel: Channel }) {
  const { t } = useTranslation('channels')
  const state = stateOfChannel(channel)
  return <Status {...LOOKS[LOOK_OF[state]]}>{t(`status.${state}`)}</Status>
}
