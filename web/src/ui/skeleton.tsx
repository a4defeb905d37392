import { cx } from '#web/lib/cx.ts'

/** Placeholder of loading content. Give it the final size; it becomes visible after 150 ms. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('skeleton block rounded-control bg-hover', className)} />
}
