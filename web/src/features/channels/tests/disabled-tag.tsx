import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { cx } from '#web/lib/cx.ts'
import { tip } from '#web/ui/tooltip.tsx'
import { PULSE } from '../queries/channel-status.ts'
import { type ChannelChecks, useIsAsked } from './channel-checks.ts'
import { disabledReasonText, stateOfChannel } from './disabled-reason.ts'
import { StateTag } from './state-tag.tsx'

/**
 * Tag of an auto-disabled channel, with reason and time in its tooltip. Pressing tests the channel and enables
 * it when the test succeeds.
 */
export default function DisabledTag({ channel, checks }: { channel: Channel; checks: ChannelChecks }) {
  const { t } = useTranslation('channels')
  const asked = useIsAsked(channel.id, 'test')
  const status = t(`status.${stateOfChannel(channel)}`)
  return (
    <button
      type="button"
      {...tip(`${disabledReasonText(channel, t)}${t('recover.hint')}`)}
      aria-label={t('recover.label', { name: channel.name, status })}
      aria-busy={asked || undefined}
      className={cx(
        'flex max-w-full items-center rounded-control hover:underline coarse:min-h-control',
        asked && PULSE,
      )}
      onClick={() => asked || checks.recover(channel)}
    >
      <StateTag channel={channel} />
    </button>
  )
}
