import type { ReactNode } from 'react'

interface SetupPartProps {
  title: string
  action: ReactNode
  children: ReactNode
}

/** A list of rules or destinations under its title. */
export const SetupPart = ({ title, action, children }: SetupPartProps) => (
  <div className="flex min-w-0 flex-col gap-2">
    <header className="flex min-h-9 items-center justify-between gap-3">
      <h2 className="text-lead">{title}</h2>
      {action}
    </header>
    {children}
  </div>
)
