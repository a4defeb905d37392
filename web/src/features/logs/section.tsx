import type { ReactNode } from 'react'

/** A titled part of a row's details. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-small text-muted">{title}</h3>
      {children}
    </section>
  )
}
