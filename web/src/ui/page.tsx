import type { ReactNode } from 'react'

interface PageProps {
  title: string
  /** The purpose of the page. */
  hint?: ReactNode
  /** Controls beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** The frame of a page that scrolls as a whole. */
export function Page({ title, hint, action, children }: PageProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3 px-4 pt-3 pb-6 max-sm:px-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="text-title">{title}</h1>
          {hint && <p className="max-w-5xl text-muted text-small">{hint}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  )
}
