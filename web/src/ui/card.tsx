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
    <section aria-labelledby={id} className={cx('min-w-0 surface', className)}>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-4 pt-2">
        <h2 id={id} className="text-lead">
          {title}
        </h2>
        {action}
      </header>
      <div className="flex flex-col gap-3 px-4 pt-1 pb-4">{children}</div>
    </section>
  )
}
