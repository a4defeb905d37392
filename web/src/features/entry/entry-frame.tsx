import type { ReactNode } from 'react'

/** The narrow column of the login and registration pages. */
export function EntryFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-100 flex-1 flex-col justify-center gap-4 px-4 pt-8 pb-[12vh]">
      {children}
    </div>
  )
}
