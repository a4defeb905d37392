import type { ReactNode } from 'react'

interface ListFrameProps {
  title: string
  /** The primary action of the page. */
  action?: ReactNode
  /** A notice above the list. */
  notice?: ReactNode
  /** The list, and drawers over it. */
  children: ReactNode
}

/**
 * The frame of a list page. From 640 px it has the height of the window, so that the list scrolls inside and its
 * head, scrollbar and pager stay visible; in low windows and on phones the page scrolls.
 */
export function ListFrame({ title, action, notice, children }: ListFrameProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2 px-4 pt-2.5 max-sm:px-3 sm:min-h-104 sm:flex-[1_1_0px]">
      <header className="flex shrink-0 items-center gap-3 max-xl:flex-wrap max-xl:gap-y-1">
        <h1 className="min-w-0 flex-1 truncate text-title max-xl:min-w-fit">{title}</h1>
        {action}
      </header>
      {notice}
      {children}
    </div>
  )
}
