import { cx } from '#web/lib/cx.ts'

/** Holds the place of something that loads. Give it the final size; it shows itself only after 150 ms. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('skeleton block rounded-control bg-hover', className)} />
}
