import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import type { Channel } from '#contract/api/channels.ts'
import { channelType } from '#contract/channel-types/all.ts'
import { StatusTag } from '#web/features/channels/list/cells.tsx'
import { useChannelActions } from '#web/features/channels/list/channel-actions.ts'
import { useChannelColumns } from '#web/features/channels/list/columns.tsx'
import { isOn } from '#web/features/channels/queries/channel-status.ts'
import { useChannelChecks } from '#web/features/channels/tests/channel-checks.ts'
import { levelOf, successOf } from '#web/features/traffic/health.ts'
import { channelSumsQuery } from '#web/features/traffic/health-queries.ts'
import { VendorMark } from '#web/features/vendors/vendor-mark.tsx'
import { DASH, formatDuration, formatPercent } from '#web/lib/format.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { useStored } from '#web/lib/storage.ts'
import { useTranslation } from '#web/lib/texts.ts'
import { Switch } from '#web/ui/choice/switch.tsx'
import { Money } from '#web/ui/money.tsx'
import { ObjectFrame } from '#web/ui/object-frame.tsx'
import { FieldList } from '#web/ui/table/field-list.tsx'

const RecentCalls = lazy(async () => {
  await loadNamespaces('logs')
  return import('./recent-calls.tsx')
})
const ChannelModels = lazy(() => import('./channel-models.tsx'))
const ObjectHistory = lazy(async () => {
  await loadNamespaces('audits', 'users', 'logs')
  return import('./object-history.tsx')
})

/** A channel as a page: how it does, its calls, its models, its settings, who changed it. */
export function ChannelFrame({ channel, children }: { channel: Channel; children: ReactNode }) {
  const { t } = useTranslation('channels')
  const { t: form } = useTranslation('form')
  const language = useStored('language')
  const user = useUser()
  const actions = useChannelActions()
  const checks = useChannelChecks()
  const { id, name } = channel
  const on = isOn(channel)
  const { data } = useQuery(channelSumsQuery)
  const { cell, slices = [] } = data?.get(id) ?? {}
  const share = cell && successOf(cell)
  const type = channelType(channel.type)
  return (
    <ObjectFrame
      mark={<VendorMark vendor={type?.vendor} name={type?.name[language] ?? ''} hue={type?.hue} />}
      name={name}
      state={<StatusTag channel={channel} checks={checks} />}
      control={
        <Switch
          aria-label={t(on ? 'row.disable' : 'row.enable', { name })}
          checked={on}
          onChange={(next) => actions.setStatus(channel, next)}
        />
      }
      numbers={[
        {
          label: t('column.success'),
          value: share === undefined ? DASH : formatPercent(share),
          values: slices.map(({ served, failed }) => (served + failed === 0 ? 0 : served / (served + failed))),
          bad: share !== undefined && levelOf(share) === 'bad',
        },
        {
          label: form('object.firstByte'),
          value: cell?.first_byte_ms ? formatDuration(cell.first_byte_ms.p50) : DASH,
        },
        {
          label: form('object.spend'),
          value: cell ? <Money quota={cell.quota} /> : DASH,
        },
        {
          label: form('object.inFlight'),
          value: cell?.in_flight ?? 0,
        },
      ]}
      tabs={[
        { view: 'overview', label: form('object.overview'), content: <Overview channel={channel} /> },
        { view: 'calls', label: form('object.calls'), content: <RecentCalls scope="all" filters={{ channel: id }} /> },
        { view: 'models', label: t('column.models'), content: <ChannelModels channel={channel} /> },
        ...(allows('root', user)
          ? [
              {
                view: 'history' as const,
                label: form('object.history'),
                content: <ObjectHistory kind="channel" id={id} />,
              },
            ]
          : []),
      ]}
    >
      {children}
    </ObjectFrame>
  )
}

/** Columns that the head has already. */
const IN_HEAD = ['name', 'status', 'success', 'median']

/** Every column of the list: on narrow screens the only place of some. */
function Overview({ channel }: { channel: Channel }) {
  const columns = useChannelColumns(useChannelActions(), useChannelChecks())
  return <FieldList columns={columns.filter(({ id }) => !IN_HEAD.includes(id))} row={channel} />
}
