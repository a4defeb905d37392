import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { HUES, hashColour } from './tag-colour.ts'
import { tip } from './tooltip.tsx'

interface Props {
  children: ReactNode
  tooltip?: string | undefined
  className?: string
}

/** A short text on a quiet ground: a name among others, or a note. What has a state or a kind is a `Status` or a `Kind`. */
export function Tag({ children, tooltip, className }: Props) {
  return (
    <span
      {...tip(tooltip)}
      className={cx(
        'inline-flex max-w-full items-center gap-1 truncate rounded-control bg-hover px-1.5 text-small leading-5',
        'forced-colors:outline forced-colors:-outline-offset-1',
        className,
      )}
    >
      {children}
    </span>
  )
}

/** A user group; colours are for states. */
export function GroupTag({ group }: { group: string }) {
  const { t } = useTranslation()
  return group === '' ? <span className="text-muted text-small">{t('group.own')}</span> : <Tag>{group}</Tag>
}

/** The first letter of a name on the name's own colour. */
export function Avatar({ name, className = 'size-5' }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      style={{ '--hue': HUES[hashColour(name)] } as CSSProperties}
      className={cx(
        'tag inline-flex shrink-0 items-center justify-center rounded-full font-strong text-small uppercase',
        'forced-colors:outline forced-colors:-outline-offset-1',
        className,
      )}
    >
      {Array.from(name)[0]}
    </span>
  )
}
