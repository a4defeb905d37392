import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drawing } from '#contract/api/tasks.ts'
import { channelColour } from '#web/features/logs/rows/row-kind.ts'
import { Kind } from '#web/ui/status.tsx'
import { EndCut, textColumn, timeColumn } from '#web/ui/table/cells.tsx'
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
    timeColumn({
      id: 'submit_time',
      header: t('column.submit_time'),
      priority: 1,
      width: zh ? 168 : 160,
      pin: 'start',
      card: 'title',
      exact: true,
      value: (drawing) => Math.floor(drawing.submit_time / 1000),
    }),
    {
      id: 'duration',
      header: t('column.duration'),
      priority: 1,
      width: zh ? 84 : 80,
      cell: ({ submit_time, finish_time }) => <DurationTag ms={durationOf(submit_time, finish_time)} />,
    },
    {
      id: 'user',
      header: t('column.user'),
      admin: true,
      priority: 2,
      width: zh ? 84 : 88,
      cell: ({ username, user_id }) => <TaskUser id={user_id} name={username} />,
    },
    {
      id: 'channel',
      header: t('column.channel'),
      admin: true,
      priority: 2,
      width: zh ? 52 : 72,
      cell: ({ channel_id: id }) => id > 0 && <Kind colour={channelColour(id)}>{id}</Kind>,
    },
    {
      id: 'action',
      header: t('column.action'),
      priority: 1,
      width: admin ? (zh ? 88 : 92) : 136,
      card: 'status',
      cell: (drawing) => <ActionTag {...drawing} />,
    },
    textColumn({
      id: 'mj_id',
      header: t('column.mj_id'),
      priority: 2,
      width: admin ? (zh ? 120 : 116) : 148,
      cut: 'middle',
      value: (drawing) => drawing.mj_id,
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
    {
      id: 'code',
      header: t('column.code'),
      admin: true,
      priority: 3,
      width: zh ? 84 : 92,
      cell: (drawing) => <CodeTag {...drawing} />,
    },
    {
      id: 'status',
      header: t('column.status'),
      admin: true,
      priority: 2,
      width: zh ? 84 : 96,
      cell: (drawing) => <StatusTag {...drawing} />,
    },
    {
      id: 'progress',
      header: t('column.progress'),
      priority: 1,
      width: zh ? 112 : 104,
      cell: (drawing) => <ProgressBar progress={drawing.progress} failed={hasFailed(drawing)} />,
    },
    {
      id: 'image',
      header: t('column.image'),
      priority: 1,
      width: zh ? 100 : 88,
      cell: (drawing) => <PictureCell drawing={drawing} />,
    },
    { ...text('prompt'), priority: 1, width: zh ? 120 : 112, grow: true },
    { ...text('prompt_en'), priority: 3, width: admin ? (zh ? 96 : 88) : 120 },
    {
      id: 'fail_reason',
      header: t('column.fail_reason'),
      priority: 1,
      width: admin ? (zh ? 92 : 88) : 140,
      card: 'wide',
      cell: ({ fail_reason: text }) => text && <Reason text={text} />,
    },
  ]
}
