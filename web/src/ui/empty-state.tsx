import type { ReactNode } from 'react'

interface Props {
  icon?: ReactNode
  title: string
  /** What to do about it. */
  hint?: ReactNode
  action?: ReactNode
}

/** In place of content that is not there: nothing yet, nothing matches, not allowed, or failed. */
export function EmptyState({ icon, title, hint, action }: Props) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      {icon && <span className="text-muted">{icon}</span>}
      <p className="font-strong">{title}</p>
      {hint && <div className="max-w-prose text-muted">{hint}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
