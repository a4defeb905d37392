import { cx } from '#web/lib/cx.ts'

/** Cells of the sticky head row; pinned ones lie above the others. */
export function headClass(pinned: 'start' | 'end' | false, end = false) {
  return cx(
    'group/head sticky top-0 h-row border-line border-b bg-raised px-2 text-small font-normal text-muted',
    pinned ? 'z-3' : 'z-2',
    end ? 'text-end' : 'text-start',
  )
}

/** The border between pinned and scrolling cells; shown only while content is scrolled out of view. */
export function pinnedEdge(pinned: 'start' | 'end' | false) {
  if (pinned === 'start') return 'group-data-overflow/region:border-e'
  return pinned === 'end' && 'group-data-overflow/region:border-s'
}
