import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Channel, PLACE_MAX, PRIORITY_MIN } from '#contract/api/channels.ts'
import {
  actionsColumn,
  idColumn,
  nameColumn,
  nameLink,
  statusColumn,
  textColumn,
  timeColumn,
} from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { InlineNumber } from '#web/ui/table/editing/inline-number.tsx'
import type { ChannelChecks } from '../tests/channel-checks.ts'
import { GroupTags, ModelsCell, ResponseTag, StatusTag, TestStrip, TypeTag, UsedAndBalance } from './cells.tsx'
import type { ChannelActions } from './channel-actions.ts'
import { MedianCell, SuccessCell } from './real-calls.tsx'
import { ChannelRowActions } from './row-actions.tsx'

/** Returns the columns of the channel list in the reader's language. */
export function useChannelColumns(actions: ChannelActions, checks: ChannelChecks): readonly Column<Channel>[] {
  const { t, i18n } = useTranslation('channels')
  const zh = i18n.language === 'zh'
  // The actions are new on every render but act on whatever row they are given: the first ones serve as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => {
    const context = { t, zh, actions, checks }
    return [...identityColumns(context), ...usageColumns(context), ...routingColumns(context)]
  }, [t])
}

interface ColumnContext {
  t: TFunction<'channels'>
  /** The texts are Chinese, which needs other widths. */
  zh: boolean
  actions: ChannelActions
  checks: ChannelChecks
}

/** Which channel: name, id, status, type, group. */
function identityColumns({ t, zh, checks }: ColumnContext): Column<Channel>[] {
  return [
    nameColumn({
      id: 'name',
      header: t('column.name'),
      cell: ({ id, name }) => <Link to="/channel/edit/$id" params={{ id }} {...nameLink(name)} />,
    }),
    idColumn({ id: 'id', header: 'ID', width: 44, value: (channel) => channel.id }),
    statusColumn({
      id: 'status',
      header: t('column.status'),
      width: zh ? 84 : 108,
      cell: (channel) => <StatusTag channel={channel} checks={checks} />,
    }),
    {
      id: 'type',
      header: t('column.type'),
      priority: 2,
      width: zh ? 106 : 92,
      most: 136,
      cell: (channel) => <TypeTag channel={channel} />,
    },
    {
      id: 'group',
      header: t('column.group'),
      priority: 2,
      width: 104,
      cell: (channel) => <GroupTags channel={channel} />,
    },
  ]
}

/** How it does: models, response time, tests, use. */
function usageColumns({ t, checks }: ColumnContext): Column<Channel>[] {
  return [
    {
      id: 'models',
      header: t('column.models'),
      priority: 3,
      width: 72,
      align: 'end',
      cell: (channel) => <ModelsCell channel={channel} />,
    },
    {
      id: 'success',
      header: t('column.success'),
      priority: 2,
      width: 66,
      align: 'end',
      cell: ({ id }) => <SuccessCell id={id} />,
    },
    {
      id: 'median',
      header: t('column.median'),
      foldsLast: true,
      priority: 3,
      width: 66,
      align: 'end',
      cell: ({ id }) => <MedianCell id={id} />,
    },
    {
      id: 'response_time',
      header: t('column.response'),
      foldsLast: true,
      priority: 3,
      width: 84,
      cell: (channel) => <ResponseTag channel={channel} />,
    },
    {
      id: 'recent_tests',
      header: t('column.tests'),
      priority: 3,
      width: 64,
      cell: (channel) =>
        channel.recent_tests.length > 0 && (
          <Suspense>
            <TestStrip channel={channel} />
          </Suspense>
        ),
    },
    {
      id: 'used_quota',
      header: t('column.used'),
      foldsLast: true,
      priority: 3,
      width: 136,
      align: 'end',
      cell: (channel) => <UsedAndBalance channel={channel} checks={checks} />,
    },
  ]
}

/** Its place in routing, its address, its actions. */
function routingColumns({ t, zh, actions, checks }: ColumnContext): Column<Channel>[] {
  const place = (id: 'priority' | 'weight', min: number): Column<Channel> => ({
    id,
    header: t(`column.${id}`),
    priority: 1,
    width: zh ? 72 : id === 'priority' ? 82 : 76,
    align: 'end',
    cell: (channel) => (
      <InlineNumber
        column={id}
        label={t(`row.${id}`, { name: channel.name })}
        value={channel[id]}
        min={min}
        max={PLACE_MAX}
        onSave={(value) => actions.setPlace(channel, id === 'priority' ? { priority: value } : { weight: value })}
      />
    ),
  })
  return [
    place('priority', PRIORITY_MIN),
    place('weight', 0),
    textColumn({
      id: 'base_url',
      header: t('column.baseUrl'),
      hidden: true,
      priority: 3,
      value: (channel) => channel.base_url,
    }),
    timeColumn({
      id: 'created_time',
      header: t('column.created'),
      hidden: true,
      value: (channel) => channel.created_time,
    }),
    actionsColumn({
      header: t('column.actions'),
      width: 144,
      buttons: (channel) => <ChannelRowActions channel={channel} actions={actions} checks={checks} />,
    }),
  ]
}
