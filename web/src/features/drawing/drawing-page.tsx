import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Table2 from 'lucide-react/icons/table-2'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drawing } from '#contract/api/tasks.ts'
import { useOpenRow } from '#web/features/tasks/use-open-row.ts'
import { formatTime } from '#web/lib/format.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { useIsAdmin } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { setStored, useStored } from '#web/lib/storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { OpenSetting } from '#web/ui/open-setting.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { ListPage } from '#web/ui/table/list-page.tsx'
import { useList } from '#web/ui/table/search/use-list.ts'
import { useDrawingColumns } from './columns.tsx'
import { drawingsQuery } from './drawing-list.ts'
import { drawingList } from './drawing-search.ts'
import { DrawingFilters } from './filters.tsx'
import { TileSkeleton } from './tile-look.tsx'

const DrawingGrid = lazy(() => import('./drawing-grid.tsx'))
const DrawingDialog = lazy(() => import('./drawing-dialog.tsx'))

const idOf = (drawing: Drawing) => drawing.id
const nameOf = ({ mj_id, submit_time }: Drawing) => mj_id || formatTime(submit_time / 1000)

/** Lists drawing tasks: one's own, or everybody's for administrators. */
export function DrawingPage() {
  const { t } = useTranslation('drawing')
  const admin = useIsAdmin()
  const list = useList('drawings', drawingList)
  const query = useQuery(drawingsQuery(admin ? 'all' : 'own', list.state))
  const { opened, open } = useOpenRow(query.data?.data)
  const columns = useDrawingColumns(admin, open)
  const asGrid = useStored('drawing-view')?.grid ?? false
  const loading = <TileSkeleton count={query.data?.data.length ?? list.state.size} />
  return (
    <ListPage title={t('title')} notice={admin && <CallbackNotice />}>
      <DataTable
        caption={t('title')}
        list={list}
        query={query}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        filters={<DrawingFilters list={list} admin={admin} />}
        extra={
          <IconButton
            label={t(asGrid ? 'grid.table' : 'grid.pictures')}
            icon={asGrid ? <Table2 size={16} aria-hidden /> : <LayoutGrid size={16} aria-hidden />}
            onClick={() => setStored('drawing-view', { grid: !asGrid })}
          />
        }
        tiles={
          asGrid && (
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
          )
        }
        empty={{
          title: t('empty.title'),
          hint: t('empty.hint'),
          action: <Button onClick={() => list.setFilters({ range: 'all' })}>{t('empty.action')}</Button>,
        }}
        onOpen={open}
        onCopy={({ id, mj_id }) => void copyText(mj_id || String(id), mj_id || String(id))}
        current={({ id }) => id === opened?.row.id}
      />
      {opened && (
        <Suspense>
          <DrawingDialog {...opened} admin={admin} onStep={open} onClose={() => open(undefined)} />
        </Suspense>
      )}
    </ListPage>
  )
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
