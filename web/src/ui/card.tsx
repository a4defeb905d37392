import { type ReactNode, useId } from 'react'
import { cx } from '#web/lib/cx.ts'

interface CardProps {
  title: string
  /** A link or button beside the title. */
  action?: ReactNode
  children: ReactNode
  className?: string
}

/** A titled section of a page. */
export function Card({ title, action, children, className }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx('min-w-0 rounded-card border border-line', className)}>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-line border-b px-4 py-1.5">
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      <div className="flex flex-col gap-3 px-4 py-3">{children}</div>
    </section>
  )
}
