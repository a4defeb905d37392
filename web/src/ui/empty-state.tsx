import type { ReactNode } from 'react'
import { cx } from '#web/lib/cx.ts'

interface Props {
  icon?: ReactNode
  title: string
  /** What the reader can do about it. */
  hint?: ReactNode
  action?: ReactNode
  /** Replaces the whole page, so the title is the page's heading. */
  page?: boolean
}

/** Shown instead of missing content: empty, no match, no permission, or failed. */
export function EmptyState({ icon, title, hint, action, page }: Props) {
  const Title = page ? 'h1' : 'p'
  return (
    <div className={cx('flex flex-col items-center gap-2 px-4 text-center', page ? 'py-[16vh]' : 'py-12')}>
      {icon && <span className="text-muted">{icon}</span>}
      <Title className={page ? 'text-title' : 'font-strong'}>{title}</Title>
      {hint && <div className="max-w-prose text-muted">{hint}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
