import ChevronDown from 'lucide-react/icons/chevron-down'
import CopyPlus from 'lucide-react/icons/copy-plus'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Trash2 from 'lucide-react/icons/trash'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { RowButtons, switchIcon } from '#web/ui/table/row-buttons.tsx'
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
  const isTested = useIsAsked(channel.id, 'test')
  const on = isOn(channel)
  const { id, name } = channel
  return (
    <RowButtons
      of={[
        {
          label: t('row.test', { name }),
          keys: 't',
          icon: FlaskConical,
          loading: isTested,
          run: () => checks.test(channel),
        },
        {
          label: t('row.testModel', { name }),
          keys: 'shift+t',
          icon: ChevronDown,
          className: '-ms-1.5 w-5!',
          run: () => chooseModelToTest(channel),
        },
        {
          label: t(on ? 'row.disable' : 'row.enable', { name }),
          icon: switchIcon(on),
          hidden: hasSwitch,
          run: () => actions.setStatus(channel, !on),
        },
        { label: t('row.copy', { name }), icon: CopyPlus, run: () => drawer.add(id) },
        {
          label: t('row.delete', { name }),
          icon: Trash2,
          danger: true,
          run: () => actions.remove([channel]),
        },
      ]}
    />
  )
}
