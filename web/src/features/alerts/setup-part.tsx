import { type ReactNode, useId } from 'react'

interface SetupPartProps {
  title: string
  action: ReactNode
  children: ReactNode
}

/** A list of rules or destinations under its title. */
export function SetupPart({ title, action, children }: SetupPartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <header className="flex min-h-9 items-center justify-between gap-3">
        <h2 id={id} className="text-lead">
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  )
}
