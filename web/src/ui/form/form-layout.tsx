import type { ReactNode } from 'react'

interface FormLayoutProps {
  /** Always visible at the bottom. */
  footer: ReactNode
  children: ReactNode
}

/** Fills a drawer: scrolling content and fixed buttons. */
export function FormLayout({ footer, children }: FormLayoutProps) {
  return (
    <>
      <div className="grid flex-1 grid-cols-1 content-start gap-4 overflow-y-auto overscroll-contain px-4 py-3 [scroll-padding-block:1rem]">
        {children}
      </div>
      <div
        data-keep-clear
        className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-3"
      >
        {footer}
      </div>
    </>
  )
}
