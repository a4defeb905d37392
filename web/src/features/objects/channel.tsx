import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { channelType } from '#contract/channel-types/all.ts'
import { ChannelFailure } from '#web/features/channels/editor/channel-failure.tsx'
import { EditChannelForm } from '#web/features/channels/editor/edit-form.tsx'
import { StatusTag } from '#web/features/channels/list/cells.tsx'
import { useChannelActions } from '#web/features/channels/list/channel-actions.ts'
import { ChannelSwitch } from '#web/features/channels/list/channel-switch.tsx'
import { useChannelColumns } from '#web/features/channels/list/columns.tsx'
import { ChannelRowActions } from '#web/features/channels/list/row-actions.tsx'
import { channelQuery } from '#web/features/channels/queries/channel-list.ts'
import { useChannelChecks } from '#web/features/channels/tests/channel-checks.ts'
import { sumsQuery } from '#web/features/traffic/health-queries.ts'
import { VendorMark } from '#web/features/vendors/vendor-mark.tsx'
import { allows, useUser } from '#web/lib/session.ts'
import { useStored } from '#web/lib/storage.ts'
import { ObjectFrame } from './object-frame.tsx'
import type { ObjectKind } from './object-view.tsx'
import { LastErrors, ObjectHistory, Overview, RecentCalls, trafficNumbers } from './parts.tsx'

const ChannelModels = lazy(() => import('./channel-models.tsx'))

/** A channel: how it does, its calls, its models, its settings, who changed it. */
export const channelKind: ObjectKind<Channel> = {
  list: 'channel',
  useRecord: (id) => useQuery(channelQuery(id)),
  useTitle: () => useTranslation('channels').t('form.update'),
  Failure: ChannelFailure,
  Frame: ChannelFrame,
  Form: EditChannelForm,
}

function ChannelFrame({ record: channel, children }: { record: Channel; children: ReactNode }) {
  const { t } = useTranslation('channels')
  const { t: form } = useTranslation('form')
  const language = useStored('language')
  const user = useUser()
  const actions = useChannelActions()
  const checks = useChannelChecks()
  const columns = useChannelColumns(actions, checks)
  const { id, name } = channel
  const sums = useQuery(sumsQuery('channel')).data?.get(id)
  const type = channelType(channel.type)
  const history = { view: 'history', label: form('object.history') } as const
  return (
    <ObjectFrame
      mark={<VendorMark vendor={type?.vendor} name={type?.name[language] ?? ''} hue={type?.hue} />}
      name={name}
      state={<StatusTag channel={channel} checks={checks} />}
      control={<ChannelSwitch id={id} name={name} />}
      menu={<ChannelRowActions hasSwitch {...{ channel, actions, checks }} />}
      numbers={[...trafficNumbers(form, sums), { label: form('object.inFlight'), value: sums?.cell.in_flight ?? 0 }]}
      tabs={[
        {
          view: 'overview',
          label: form('object.overview'),
          content: (
            <>
              <Overview columns={columns} inHead={['name', 'status', 'success', 'median']} row={channel} />
              <LastErrors cell={sums?.cell} />
            </>
          ),
        },
        { view: 'calls', label: form('object.calls'), content: <RecentCalls scope="all" filters={{ channel: id }} /> },
        { view: 'models', label: t('column.models'), content: <ChannelModels channel={channel} /> },
        ...(allows('root', user) ? [{ ...history, content: <ObjectHistory kind="channel" id={id} /> }] : []),
      ]}
    >
      {children}
    </ObjectFrame>
  )
}
