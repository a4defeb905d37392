import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { CopyTag } from '#web/ui/copy/copy-tag.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { useValueFilterHint, ValueFilterModifier } from '../filters/value-filter-button.tsx'
import type { LogRow } from '../rows/log-list.ts'
import { isCall, tellsOfCall } from '../rows/row-kind.ts'
import {
  ChannelCell,
  ContentCell,
  CostCell,
  DurationCell,
  PathCell,
  TokenCell,
  TokensCell,
  TypeCell,
  UserCell,
} from './cells.tsx'
import { MarkedTime } from './marked-time.tsx'

/** Returns the columns of the log in the reader's language; administrators have more columns. */
export function useLogColumns(admin: boolean): readonly Column<LogRow>[] {
  const { t, i18n } = useTranslation('logs')
  const zh = i18n.language === 'zh'
  const hint = useValueFilterHint()
  return useMemo(() => {
    const context = { t, zh, hint }
    const all = [...originColumns(context), ...callColumns(context), ...resultColumns(context)]
    return all.filter((column) => admin || !column.admin)
  }, [t, zh, admin, hint])
}

/** `admin`: only administrators have the column. */
type LogColumn = Column<LogRow> & { admin?: true }

interface ColumnContext {
  t: TFunction<'logs'>
  /** The texts are Chinese, which needs other widths. */
  zh: boolean
  /** Explains how a press filters the list. */
  hint: string
}

/** When and by whom: time, channel, user, token, type. */
function originColumns({ t, zh }: ColumnContext): LogColumn[] {
  return [
    {
      id: 'created_at',
      header: t('column.time'),
      priority: 1,
      width: zh ? 180 : 172,
      pin: 'start',
      card: 'title',
      cell: (log) => <MarkedTime log={log} />,
    },
    {
      id: 'channel',
      header: t('column.channel'),
      admin: true,
      priority: 3,
      width: zh ? 120 : 116,
      cell: (log) => tellsOfCall(log) && log.channel > 0 && <ChannelCell log={log} />,
    },
    {
      id: 'username',
      header: t('column.user'),
      admin: true,
      priority: 2,
      width: zh ? 84 : 76,
      cell: ({ username, user_id }) => username && <UserCell id={user_id} name={username} />,
    },
    {
      id: 'token_name',
      header: t('column.token'),
      priority: 2,
      width: zh ? 96 : 88,
      cell: (log) => log.token_name && <TokenCell log={log} />,
    },
    {
      id: 'type',
      header: t('column.type'),
      priority: 2,
      width: zh ? 60 : 72,
      card: 'status',
      cell: (log) => <TypeCell log={log} />,
    },
  ]
}

/** The call: model, duration, tokens. */
function callColumns({ t, zh, hint }: ColumnContext): LogColumn[] {
  return [
    {
      id: 'model_name',
      header: t('column.model'),
      priority: 1,
      width: zh ? 140 : 132,
      cell: ({ model_name: name }) =>
        name && (
          <ValueFilterModifier field="model_name" value={name}>
            <CopyTag text={name} mark={<ModelMark model={name} />} label={t('row.copyModel', { name })} hint={hint} />
          </ValueFilterModifier>
        ),
    },
    {
      id: 'use_time',
      header: t('column.duration'),
      priority: 2,
      foldsLast: true,
      width: zh ? 144 : 160,
      cell: (log) => tellsOfCall(log) && <DurationCell log={log} />,
    },
    {
      id: 'prompt_tokens',
      header: t('column.prompt'),
      priority: 2,
      width: zh ? 60 : 68,
      align: 'end',
      cell: ({ type, prompt_tokens: count }) => (isCall(type) || count > 0) && <TokensCell count={count} />,
    },
    {
      id: 'completion_tokens',
      header: t('column.completion'),
      priority: 2,
      width: zh ? 60 : 80,
      align: 'end',
      cell: ({ completion_tokens: count }) => count > 0 && <TokensCell count={count} />,
    },
  ]
}

/** What came of it: cost, channels tried, text. */
function resultColumns({ t, zh }: ColumnContext): LogColumn[] {
  return [
    {
      id: 'quota',
      header: t('column.cost'),
      priority: 1,
      width: 92,
      align: 'end',
      cell: (log) => (isCall(log.type) || log.quota !== 0) && <CostCell log={log} />,
    },
    {
      id: 'retry',
      header: t('column.retry'),
      admin: true,
      priority: 3,
      width: zh ? 68 : 56,
      cell: ({ facts }) => facts.path.length > 1 && <PathCell path={facts.path} />,
    },
    {
      id: 'content',
      header: t('column.content'),
      priority: 1,
      width: zh ? 80 : 76,
      grow: true,
      spreads: (log) => !isCall(log.type),
      cell: (log) => <ContentCell log={log} />,
    },
  ]
}
