import type { ReactNode } from 'react'

/** A titled part of a row's details. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 text-small text-muted">{title}</h2>
      {children}
    </section>
  )
}
