import { Fragment, type ReactNode } from 'react'
import { cx } from '#web/lib/cx.ts'

/** A name and its value; an empty value is left out with its name. */
export interface Fact {
  name: string
  value: ReactNode
  /** Takes a whole line. */
  wide?: boolean | undefined
}

const isThere = ({ value }: Fact) => value !== null && value !== undefined && value !== '' && value !== false

interface FactsProps {
  facts: readonly (Fact | false | '' | null | undefined)[]
  /** Class of the grid's columns. */
  className?: string
}

/** Names above values. */
export function Facts({ facts, className = 'grid-cols-2 sm:grid-cols-3' }: FactsProps) {
  const known = facts.filter((fact): fact is Fact => !!fact && isThere(fact))
  if (known.length === 0) return null
  return (
    <dl className={cx('grid gap-x-4 gap-y-2', className)}>
      {known.map(({ name, value, wide }) => (
        <div key={name} className={cx('min-w-0', wide && 'col-span-full')}>
          <dt className="text-muted text-small">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A line for each name with its value. */
export function FactLines({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
      {facts.filter(isThere).map(({ name, value }) => (
        <Fragment key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words font-strong tabular-nums">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
