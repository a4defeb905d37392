import type { ComponentProps } from 'react'
import { cx } from '#web/lib/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The scrollable grid of tiles: two columns on phones, otherwise as many as fit. */
export function TileList({ stale, ...list }: ComponentProps<'ul'> & { stale?: boolean }) {
  return (
    <ul
      {...list}
      className={cx(
        'grid min-h-0 grid-cols-2 gap-2 p-0.5 transition-opacity sm:grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] sm:gap-3 sm:overflow-y-auto',
        stale && 'opacity-60 delay-150',
      )}
    />
  )
}

/** A tile has a square picture and two lines of text, so that nothing moves when they load. */
export const TILE = 'flex w-full flex-col gap-1 rounded-card text-start'
export const TILE_PICTURE = 'relative block aspect-square w-full overflow-hidden surface'
const LINE = 'block h-5 truncate text-small leading-5'
export const TILE_LINES = [LINE, `${LINE} text-muted`] as const

/** Placeholder with the expected number of tiles. */
export function TileSkeleton({ count }: { count: number }) {
  return (
    <TileList aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <li key={index} className={TILE}>
          <Skeleton className="aspect-square w-full" />
          {TILE_LINES.map((line, at) => (
            <span key={line} className={line}>
              <Skeleton className={cx('mt-1 h-3', at ? 'w-1/2' : 'w-4/5')} />
            </span>
          ))}
        </li>
      ))}
    </TileList>
  )
}
