import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import ChevronDown from 'lucide-react/icons/chevron-down'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Table2 from 'lucide-react/icons/table-2'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drawing } from '#contract/api/tasks.ts'
import { formatTime } from '#web/lib/format.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { useIsAdmin } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { setStored, useStored } from '#web/lib/storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { OpenSetting } from '#web/ui/open-setting.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { column, EndCut, textColumn, timeColumn } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { listPage, useOpenRow } from '#web/ui/table/list-page.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { durationOf } from '../duration.ts'
import { DurationTag, ProgressBar, Reason, TaskChannel, TaskUser } from '../task-parts.tsx'
import { drawingList } from '../task-search.ts'
import { useTaskFilters } from '../use-task-filters.tsx'
import { ActionTag, CodeTag, PictureCell, StatusTag } from './cells.tsx'
import { DRAWING_RANGE, drawingsQuery } from './drawing-list.ts'
import { hasFailed, STATUS_COLOURS } from './drawing-marks.ts'
import { TileSkeleton } from './tile-look.tsx'

const DrawingGrid = lazy(() => import('./drawing-grid.tsx'))
const loadDetails = () => import('./drawing-details.tsx')
const DrawingDetails = lazy(loadDetails)
const PictureLink = lazy(() => loadDetails().then(({ PictureLink }) => ({ default: PictureLink })))

// Failures come first, since they are filtered for most often.
const STATUSES = (Object.keys(STATUS_COLOURS) as (keyof typeof STATUS_COLOURS)[]).toSorted(
  (a, b) => Number(b === 'FAILURE') - Number(a === 'FAILURE'),
)
const idOf = ({ id }: Drawing) => id

/** Lists drawing tasks: one's own, or everybody's for administrators. */
export const DrawingsPage = listPage<Drawing, (typeof drawingList)['filters']>({
  id: 'drawings',
  spec: drawingList,
  useParts: useDrawingParts,
})

function useDrawingParts(list: List<(typeof drawingList)['filters']>) {
  const { t } = useTranslation('drawing')
  const admin = useIsAdmin()
  const query = useQuery(drawingsQuery(admin ? 'all' : 'own', list.state))
  const { opened, open } = useOpenRow(query.data?.data, idOf)
  const asGrid = useStored('drawing-view')?.grid ?? false
  const loading = <TileSkeleton count={query.data?.data.length ?? list.state.size} />
  const statuses = {
    name: 'status',
    label: t('column.status'),
    options: STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
  }
  return {
    title: t('title'),
    notice: admin && <CallbackNotice />,
    query,
    columns: useDrawingColumns(admin),
    nameOf: ({ mj_id, submit_time }: Drawing) => mj_id || formatTime(submit_time / 1000),
    filters: useTaskFilters(list, 'mj_id', [statuses], DRAWING_RANGE),
    extra: (
      <IconButton
        label={t(asGrid ? 'grid.table' : 'grid.pictures')}
        icon={asGrid ? <Table2 size={16} aria-hidden /> : <LayoutGrid size={16} aria-hidden />}
        onClick={() => setStored('drawing-view', { grid: !asGrid })}
      />
    ),
    tiles: asGrid && (
      <Suspense fallback={loading}>
        {query.data ? (
          <DrawingGrid
            caption={t('title')}
            drawings={query.data.data}
            current={opened?.row.id}
            stale={query.isPlaceholderData}
            onOpen={open}
          />
        ) : (
          loading
        )}
      </Suspense>
    ),
    empty: {
      title: t('empty.title'),
      hint: t('empty.hint'),
      action: <Button onClick={() => list.setFilters({ range: 'all' })}>{t('empty.action')}</Button>,
    },
    drawer: {
      title: ({ mj_id, id }: Drawing) => t('dialog.title', { id: mj_id || id }),
      body: (row: Drawing) => (
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <DrawingDetails row={row} />
        </Suspense>
      ),
      buttons: (row: Drawing) => (
        <Suspense>
          <PictureLink drawing={row} />
        </Suspense>
      ),
    },
    copies: ({ id, mj_id }: Drawing) => mj_id || String(id),
  }
}

/** Warns that without the callback some results arrive late or never. */
function CallbackNotice() {
  const { t } = useTranslation('drawing')
  if (useStatus().mj_notify_enabled !== false) return null
  return (
    <Banner
      tone="info"
      className="shrink-0 has-[details:not([open])]:items-center has-[details:not([open])]:*:[svg]:mt-0"
      action={<OpenSetting option="MjNotifyEnabled" />}
    >
      <FoldedText text={t('callback.off')} />
    </Banner>
  )
}

/** A short text that is cut to one line on phones until it is pressed. */
function FoldedText({ text }: { text: string }) {
  if (!useMedia(MEDIA.phone)) return text
  return (
    <details className="group/folded">
      <summary className="flex min-h-control list-none items-center gap-1 -my-1">
        <span className="min-w-0 flex-1 truncate group-open/folded:whitespace-normal">{text}</span>
        <ChevronDown size={16} aria-hidden className="shrink-0 text-muted group-open/folded:rotate-180" />
      </summary>
    </details>
  )
}

/** Returns the columns of the drawing log in the reader's language; administrators have more columns. */
function useDrawingColumns(admin: boolean): readonly Column<Drawing>[] {
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
      72,
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
    column('channel', t('column.channel'), 108, (drawing) => <TaskChannel {...drawing} />, { admin: true }),
    column('action', t('column.action'), admin ? 84 : 136, (drawing) => <ActionTag {...drawing} />, {
      priority: 1,
      card: 'status',
    }),
    textColumn('mj_id', t('column.mj_id'), (drawing) => drawing.mj_id, {
      priority: 2,
      width: 132,
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
    column('status', t('column.status'), zh ? 84 : 96, (drawing) => <StatusTag {...drawing} />, {
      admin: true,
      priority: 1,
    }),
    column(
      'progress',
      t('column.progress'),
      100,
      (drawing) => <ProgressBar progress={drawing.progress} failed={hasFailed(drawing)} />,
      { priority: 1 },
    ),
    column('image', t('column.image'), zh ? 100 : 72, (drawing) => <PictureCell drawing={drawing} />, { priority: 1 }),
    { ...text('prompt'), priority: 1, width: 160, grow: true },
    { ...text('prompt_en'), priority: 3, width: admin ? (zh ? 96 : 88) : 120 },
    column(
      'fail_reason',
      t('column.fail_reason'),
      admin ? 96 : 140,
      ({ fail_reason: text }) => text && <Reason text={text} />,
      { priority: 1, card: 'wide' },
    ),
  ]
}
