import type { ComponentProps } from 'react'
import { cx } from '#web/lib/cx.ts'

/** A named part of a page that scrolls sideways by itself; the keyboard reaches it. */
export function ScrollRegion({
  className = 'overflow-x-auto',
  ...section
}: ComponentProps<'section'> & { 'aria-label': string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus
  return <section tabIndex={0} className={className} {...section} />
}

/** Code or JSON in a box that scrolls; the keyboard reaches it. */
export function CodeBlock({ className, ...pre }: ComponentProps<'pre'>) {
  return (
    <pre
      lang=""
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus
      tabIndex={0}
      className={cx('overflow-auto rounded-card bg-sunken p-3 font-mono text-small leading-5', className)}
      {...pre}
    />
  )
}
