import ChevronDown from 'lucide-react/icons/chevron-down'
import CopyPlus from 'lucide-react/icons/copy-plus'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Power from 'lucide-react/icons/power'
import Trash2 from 'lucide-react/icons/trash'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useChannelDrawer } from '../editor/use-channel-drawer.ts'
import { chooseModelToTest } from '../probe/model-test.tsx'
import { isOn } from '../queries/channel-status.ts'
import { type ChannelChecks, useIsAsked } from '../tests/channel-checks.ts'
import type { ChannelActions } from './channel-actions.ts'

interface RowActionsProps {
  channel: Channel
  actions: ChannelActions
  checks: ChannelChecks
  /** The switch stands beside the buttons. */
  hasSwitch?: boolean
}

/** The buttons of a channel's row: test, test a chosen model, enable or disable, copy, delete. The row itself opens its settings. */
export function ChannelRowActions({ channel, actions, checks, hasSwitch }: RowActionsProps) {
  const { t } = useTranslation('channels')
  const drawer = useChannelDrawer()
  const on = isOn(channel)
  const { name } = channel
  return (
    <>
      <IconButton
        size="small"
        label={t('row.test', { name })}
        keys="t"
        icon={<FlaskConical size={15} aria-hidden />}
        loading={useIsAsked(channel.id, 'test')}
        onClick={() => checks.test(channel)}
      />
      <IconButton
        size="small"
        label={t('row.testModel', { name })}
        keys="shift+t"
        icon={<ChevronDown size={13} aria-hidden />}
        className="-ms-1.5 w-5!"
        onClick={() => void chooseModelToTest(channel)}
      />
      {!hasSwitch && (
        <IconButton
          size="small"
          label={t(on ? 'row.disable' : 'row.enable', { name })}
          icon={<Power size={15} aria-hidden className={on ? 'text-success' : undefined} />}
          onClick={() => actions.setStatus(channel, !on)}
        />
      )}
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
