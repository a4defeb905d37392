import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Grid, GridHeader } from './grid.ts'

const STEP = 16

/** The edge of a column's header: drag, arrow keys (with Home or a double click back to the starting width). */
export function ResizeHandle<Row>({ grid, header }: { grid: Grid<Row>; header: GridHeader<Row> }) {
  const { t } = useTranslation('table')
  const { column } = header
  const start = header.getResizeHandler()
  const { minSize = 0, maxSize = 0, meta } = column.columnDef

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0
    if (by === 0 && event.key !== 'Home') return
    event.preventDefault()
    if (event.key === 'Home') return column.resetSize()
    const width = Math.min(maxSize, Math.max(minSize, column.getSize() + by))
    grid.setColumnSizing((widths) => ({ ...widths, [column.id]: width }))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator with a value is a window splitter, which <hr> cannot be
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('resize', { column: meta?.header })}
      aria-valuenow={column.getSize()}
      aria-valuemin={minSize}
      aria-valuemax={maxSize}
      onMouseDown={start}
      onTouchStart={start}
      onDoubleClick={() => column.resetSize()}
      onKeyDown={onKeyDown}
      className="absolute inset-y-1 end-0 z-1 w-2 cursor-col-resize touch-none select-none after:absolute after:inset-y-0 after:end-0 after:w-px hover:after:bg-control focus-visible:after:bg-primary group-hover/head:after:bg-line"
    />
  )
}
