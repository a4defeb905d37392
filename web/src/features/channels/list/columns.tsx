import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Channel, PLACE_MAX, PRIORITY_MIN } from '#contract/api/channels.ts'
import { failuresOf, LEVEL_TEXT, levelOf, successOf } from '#web/features/traffic/health.ts'
import { sumsQuery } from '#web/features/traffic/health-queries.ts'
import { DASH, formatDuration, formatPercent, fullNumber } from '#web/lib/format.ts'
import {
  actionsColumn,
  column,
  idColumn,
  nameColumn,
  nameLink,
  statusColumn,
  textColumn,
  timeColumn,
} from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { InlineNumber } from '#web/ui/table/editing/inline-number.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import type { ChannelChecks } from '../tests/channel-checks.ts'
import { GroupTags, ModelsCell, ResponseTag, StatusTag, TestStrip, TypeTag, UsedAndBalance } from './cells.tsx'
import type { ChannelActions } from './channel-actions.ts'
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
    nameColumn('name', t('column.name'), ({ id, name }) => (
      <Link to="/channel/edit/$id" params={{ id }} {...nameLink(name)} />
    )),
    idColumn('id', 'ID', (channel) => channel.id, { width: 44 }),
    statusColumn('status', t('column.status'), (channel) => <StatusTag channel={channel} checks={checks} />, {
      width: zh ? 108 : 124,
    }),
    column('type', t('column.type'), zh ? 106 : 92, (channel) => <TypeTag channel={channel} />, { most: 136 }),
    column('group', t('column.group'), 104, (channel) => <GroupTags channel={channel} />),
  ]
}

/** How it does: models, response time, tests, use. */
function usageColumns({ t, checks }: ColumnContext): Column<Channel>[] {
  return [
    column('models', t('column.models'), 72, (channel) => <ModelsCell channel={channel} />, {
      priority: 3,
      align: 'end',
    }),
    column('success', t('column.success'), 66, ({ id }) => <SuccessCell id={id} />, { align: 'end' }),
    column('median', t('column.median'), 76, ({ id }) => <MedianCell id={id} />, {
      foldsLast: true,
      priority: 3,
      align: 'end',
    }),
    column('response_time', t('column.response'), 84, (channel) => <ResponseTag channel={channel} />, {
      foldsLast: true,
      priority: 3,
    }),
    column(
      'recent_tests',
      t('column.tests'),
      64,
      (channel) =>
        channel.recent_tests.length > 0 && (
          <Suspense>
            <TestStrip channel={channel} />
          </Suspense>
        ),
      { priority: 3 },
    ),
    column('used_quota', t('column.used'), 136, (channel) => <UsedAndBalance channel={channel} checks={checks} />, {
      foldsLast: true,
      priority: 3,
      align: 'end',
    }),
  ]
}

/** Its place in routing, its address, its actions. */
function routingColumns({ t, zh, actions, checks }: ColumnContext): Column<Channel>[] {
  const place = (id: 'priority' | 'weight', min: number): Column<Channel> =>
    column(
      id,
      t(`column.${id}`),
      zh ? 72 : id === 'priority' ? 82 : 76,
      (channel) => (
        <InlineNumber
          column={id}
          label={t(`row.${id}`, { name: channel.name })}
          value={channel[id]}
          min={min}
          max={PLACE_MAX}
          onSave={(value) => actions.setPlace(channel, id === 'priority' ? { priority: value } : { weight: value })}
        />
      ),
      { priority: 1, align: 'end' },
    )
  return [
    place('priority', PRIORITY_MIN),
    place('weight', 0),
    textColumn('base_url', t('column.baseUrl'), (channel) => channel.base_url, { hidden: true, priority: 3 }),
    timeColumn('created_time', t('column.created'), (channel) => channel.created_time, { hidden: true }),
    actionsColumn(t('column.actions'), 144, (channel) => (
      <ChannelRowActions channel={channel} actions={actions} checks={checks} />
    )),
  ]
}

/** The share of real calls of the last 24 hours that succeeded at a channel. */
function SuccessCell({ id }: { id: number }) {
  const { t } = useTranslation('channels')
  const cell = useSums(id)
  const share = cell && successOf(cell)
  if (!cell || share === undefined) return <span className="text-muted">{DASH}</span>
  const calls = { served: fullNumber(cell.served), failed: fullNumber(failuresOf(cell)) }
  return (
    <span className={LEVEL_TEXT[levelOf(share)]} {...tip(t('real.hint', calls))}>
      {formatPercent(share)}
    </span>
  )
}

/** The median time until the first byte of real calls of the last 24 hours. */
function MedianCell({ id }: { id: number }) {
  const { t } = useTranslation('channels')
  const median = useSums(id)?.first_byte_ms
  if (!median) return <span className="text-muted">{DASH}</span>
  return <span {...tip(t('real.p95', { time: formatDuration(median.p95) }))}>{formatDuration(median.p50)}</span>
}

const useSums = (id: number) => useQuery(sumsQuery('channel')).data?.get(id)?.cell
