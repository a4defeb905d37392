import { type ReactNode, useId } from 'react'

interface CardProps {
  title: string
  /** A link or button beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** One of the ways to raise the balance. */
export function Card({ title, action, children }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-card border border-line">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-line border-b px-4 py-1.5">
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      <div className="flex flex-col gap-3 px-4 py-3">{children}</div>
    </section>
  )
}
