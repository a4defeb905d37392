import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drawing } from '#contract/api/tasks.ts'
import { channelColour } from '#web/features/logs/rows/row-kind.ts'
import { Kind } from '#web/ui/status.tsx'
import { column, EndCut, textColumn, timeColumn } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { durationOf } from '../duration.ts'
import { DurationTag, ProgressBar, Reason, TaskUser } from '../task-parts.tsx'
import { ActionTag, CodeTag, PictureCell, StatusTag } from './cells.tsx'
import { hasFailed } from './drawing-marks.ts'

/** Returns the columns of the drawing log in the reader's language; administrators have more columns. */
export function useDrawingColumns(admin: boolean): readonly Column<Drawing>[] {
  const { t, i18n } = useTranslation('drawing')
  const zh = i18n.language === 'zh'
  return useMemo(() => {
    const context = { t, zh, admin }
    const all = [...callColumns(context), ...resultColumns(context)]
    return all.filter((column) => admin || !column.admin)
  }, [t, zh, admin])
}

/** `admin`: only administrators have the column. */
type DrawingColumn = Column<Drawing> & { admin?: true }

interface ColumnContext {
  t: TFunction<'drawing'>
  /** The texts are Chinese, which needs other widths. */
  zh: boolean
  admin: boolean
}

/** The call: time, duration, channel, action, id. */
function callColumns({ t, zh, admin }: ColumnContext): DrawingColumn[] {
  return [
    timeColumn('submit_time', t('column.submit_time'), (drawing) => Math.floor(drawing.submit_time / 1000), {
      priority: 1,
      width: zh ? 168 : 160,
      pin: 'start',
      card: 'title',
      exact: true,
    }),
    column(
      'duration',
      t('column.duration'),
      zh ? 84 : 80,
      ({ submit_time, finish_time }) => <DurationTag ms={durationOf(submit_time, finish_time)} />,
      { priority: 1 },
    ),
    column(
      'user',
      t('column.user'),
      zh ? 84 : 88,
      ({ username, user_id }) => <TaskUser id={user_id} name={username} />,
      { admin: true },
    ),
    column(
      'channel',
      t('column.channel'),
      zh ? 52 : 72,
      ({ channel_id: id }) => id > 0 && <Kind colour={channelColour(id)}>{id}</Kind>,
      { admin: true },
    ),
    column('action', t('column.action'), admin ? (zh ? 88 : 92) : 136, (drawing) => <ActionTag {...drawing} />, {
      priority: 1,
      card: 'status',
    }),
    textColumn('mj_id', t('column.mj_id'), (drawing) => drawing.mj_id, {
      priority: 2,
      width: admin ? (zh ? 120 : 116) : 148,
      cut: 'middle',
      copyLabel: ({ mj_id: id }) => t('copyId', { id }),
    }),
  ]
}

/** What came of it: status, progress, picture, texts. */
function resultColumns({ t, zh, admin }: ColumnContext): DrawingColumn[] {
  const text = (id: 'prompt' | 'prompt_en') => ({
    id,
    header: t(`column.${id}`),
    card: 'wide' as const,
    cell: ({ [id]: text }: Drawing) => text && <EndCut text={text} />,
  })
  return [
    column('code', t('column.code'), zh ? 84 : 92, (drawing) => <CodeTag {...drawing} />, { admin: true, priority: 3 }),
    column('status', t('column.status'), zh ? 84 : 96, (drawing) => <StatusTag {...drawing} />, { admin: true }),
    column(
      'progress',
      t('column.progress'),
      zh ? 112 : 104,
      (drawing) => <ProgressBar progress={drawing.progress} failed={hasFailed(drawing)} />,
      { priority: 1 },
    ),
    column('image', t('column.image'), zh ? 100 : 88, (drawing) => <PictureCell drawing={drawing} />, { priority: 1 }),
    { ...text('prompt'), priority: 1, width: zh ? 120 : 112, grow: true },
    { ...text('prompt_en'), priority: 3, width: admin ? (zh ? 96 : 88) : 120 },
    column(
      'fail_reason',
      t('column.fail_reason'),
      admin ? (zh ? 92 : 88) : 140,
      ({ fail_reason: text }) => text && <Reason text={text} />,
      { priority: 1, card: 'wide' },
    ),
  ]
}
