import { CopyPlus, Pencil, Power, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { ChannelActions } from './channel-actions.ts'
import { isOn } from './channel-status.ts'
import { useChannelDrawer } from './use-channel-drawer.ts'

interface RowActionsProps {
  channel: Channel
  actions: ChannelActions
}

/** A channel's buttons: switch, edit, copy, delete. */
export function ChannelRowActions({ channel, actions }: RowActionsProps) {
  const { t } = useTranslation('channels')
  const drawer = useChannelDrawer()
  const on = isOn(channel)
  const { name } = channel
  return (
    <>
      <IconButton
        size="small"
        label={t(on ? 'row.disable' : 'row.enable', { name })}
        icon={<Power size={15} aria-hidden className={on ? 'text-success' : undefined} />}
        onClick={() => actions.setStatus(channel, !on)}
      />
      <IconButton
        size="small"
        label={t('row.edit', { name })}
        icon={<Pencil size={15} aria-hidden />}
        onClick={() => drawer.edit(channel.id)}
      />
      <IconButton
        size="small"
        label={t('row.copy', { name })}
        icon={<CopyPlus size={15} aria-hidden />}
        onClick={() => drawer.add(channel.id)}
      />
      <IconButton
        size="small"
        label={t('row.delete', { name })}
        icon={<Trash2 size={15} aria-hidden />}
        className="hover:text-danger"
        onClick={() => void actions.remove([channel])}
      />
    </>
  )
}
