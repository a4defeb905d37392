import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ChannelSwitch } from '#web/features/channels/list/channel-switch.tsx'
import { allows, useUser } from '#web/lib/session.ts'
import { buttonClass } from '#web/ui/button.tsx'

interface RemediesProps {
  /** 0 or absent = none. */
  channel?: number | undefined
  /** Name of the channel, for the label of its switch. */
  name?: string
  /** The model whose price may be the cause. */
  model?: string | undefined
  user?: number | undefined
}

/** What can be done where a trouble is seen: open the channel, the model's price or the user, switch the channel off. */
export function Remedies({ channel, name, model, user }: RemediesProps) {
  const { t } = useTranslation('shell')
  const isRoot = allows('root', useUser())
  const look = buttonClass('default', 'small')
  return (
    <span className="flex flex-wrap items-center gap-2">
      {user ? (
        <Link to="/user/$id" params={{ id: user }} className={look}>
          {t('remedy.user')}
        </Link>
      ) : null}
      {model && (
        <Link
          to="/models/$"
          params={{ _splat: model }}
          search={(isRoot ? { view: 'settings' } : {}) as never}
          className={look}
        >
          {t(isRoot ? 'remedy.price' : 'remedy.model')}
        </Link>
      )}
      {channel ? (
        <>
          <Link to="/channel/$id" params={{ id: channel }} className={look}>
            {t('remedy.channel')}
          </Link>
          <ChannelSwitch withState id={channel} name={name || `#${channel}`} />
        </>
      ) : null}
    </span>
  )
}
