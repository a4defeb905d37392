import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { cx } from '#web/lib/cx.ts'
import { formatTime } from '#web/lib/format.ts'
import { CopyTag } from '#web/ui/copy/copy-tag.tsx'
import { column } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { Time } from '#web/ui/time.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { useValueFilterHint, ValueFilterModifier } from '../filters/value-filter-button.tsx'
import type { LogRow } from '../rows/log-list.ts'
import { isCall, type Mark, markOf, tellsOfCall } from '../rows/row-kind.ts'
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

/** Returns the columns of the log in the reader's language; administrators have more columns. */
export function useLogColumns(admin: boolean): readonly Column<LogRow>[] {
  const { t, i18n } = useTranslation('logs')
  const zh = i18n.language === 'zh'
  const hint = useValueFilterHint()
  return useMemo(() => {
    const context = { t, zh, hint, admin }
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
  admin: boolean
  /** Explains how a press filters the list. */
  hint: string
}

/** When and by whom: time, channel, user, token, type. */
function originColumns({ t, zh, admin }: ColumnContext): LogColumn[] {
  return [
    column('created_at', t('column.time'), 172, (log) => <MarkedTime log={log} />, {
      priority: 1,
      pin: 'start',
      card: 'title',
    }),
    column(
      'channel',
      t('column.channel'),
      zh ? 120 : 116,
      (log) => tellsOfCall(log) && log.channel > 0 && <ChannelCell log={log} />,
      { admin: true, priority: 3 },
    ),
    column(
      'username',
      t('column.user'),
      zh ? 84 : 76,
      ({ username, user_id }) => username && <UserCell id={user_id} name={username} />,
      { admin: true },
    ),
    column(
      'token_name',
      t('column.token'),
      admin ? (zh ? 96 : 88) : 168,
      (log) => log.token_name && <TokenCell log={log} />,
    ),
    column('type', t('column.type'), zh ? 60 : 64, (log) => <TypeCell log={log} />, { card: 'status' }),
  ]
}

/** The call: model, duration, tokens. */
function callColumns({ t, zh, hint }: ColumnContext): LogColumn[] {
  return [
    column(
      'model_name',
      t('column.model'),
      160,
      ({ model_name: name }) =>
        name && (
          <ValueFilterModifier field="model_name" value={name}>
            <CopyTag text={name} mark={<ModelMark model={name} />} label={t('row.copyModel', { name })} hint={hint} />
          </ValueFilterModifier>
        ),
      { priority: 1 },
    ),
    column('use_time', t('column.duration'), zh ? 132 : 148, (log) => tellsOfCall(log) && <DurationCell log={log} />, {
      foldsLast: true,
    }),
    column(
      'prompt_tokens',
      t('column.prompt'),
      zh ? 60 : 72,
      ({ type, prompt_tokens: count }) => (isCall(type) || count > 0) && <TokensCell count={count} />,
      { align: 'end' },
    ),
    column(
      'completion_tokens',
      t('column.completion'),
      zh ? 60 : 80,
      ({ completion_tokens: count }) => count > 0 && <TokensCell count={count} />,
      { align: 'end' },
    ),
  ]
}

/** What came of it: cost, channels tried, text. */
function resultColumns({ t, zh }: ColumnContext): LogColumn[] {
  return [
    column('quota', t('column.cost'), 92, (log) => (isCall(log.type) || log.quota !== 0) && <CostCell log={log} />, {
      priority: 1,
      align: 'end',
    }),
    column(
      'retry',
      t('column.retry'),
      zh ? 68 : 56,
      ({ facts }) => facts.path.length > 1 && <PathCell path={facts.path} />,
      { admin: true, priority: 3 },
    ),
    column('content', t('column.content'), zh ? 80 : 76, (log) => <ContentCell log={log} />, {
      priority: 1,
      grow: true,
      spreads: (log) => !isCall(log.type) || markOf(log) === 'failed',
    }),
  ]
}

const SHAPE: Record<Mark, { points: string; className: string }> = {
  failed: { points: '5,1 9.5,9 0.5,9', className: 'text-danger' },
  slow: { points: '5,0.5 9.5,5 5,9.5 0.5,5', className: 'text-warning' },
}

/** Shows the time of a row, which opens it, with a triangle for a failed call and a diamond for a slow one. */
function MarkedTime({ log }: { log: LogRow }) {
  const { t } = useTranslation('logs')
  const mark = markOf(log)
  return (
    <span className="flex items-center gap-1">
      <Link
        from="/log"
        to="/log"
        search={({ row: _, ...search }) => ({ ...search, row: log.id })}
        resetScroll={false}
        aria-label={t('row.open', { time: formatTime(log.created_at) })}
        className="hover:underline"
      >
        <Time at={log.created_at} exact />
      </Link>
      {mark && (
        <span className="flex shrink-0" {...tip(t(`mark.${mark}`))}>
          <svg viewBox="0 0 10 10" role="img" className={cx('size-2', SHAPE[mark].className)}>
            <title>{t(`mark.${mark}`)}</title>
            <polygon points={SHAPE[mark].points} fill="currentColor" />
          </svg>
        </span>
      )}
    </span>
  )
}
