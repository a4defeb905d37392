import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { HUES, hashColour, type TagColour } from './tag-colour.ts'
import { tip } from './tooltip.tsx'

interface Props {
  /** A named colour, or a hue in degrees. */
  colour: TagColour | number
  children: ReactNode
  tooltip?: string
  className?: string
}

/** A short text on a coloured background. The text carries the meaning too, never the colour alone. */
export function Tag({ colour, children, tooltip, className }: Props) {
  return (
    <span
      {...tip(tooltip)}
      style={{ '--hue': typeof colour === 'number' ? colour : HUES[colour] } as CSSProperties}
      className={cx(
        'inline-flex max-w-full items-center gap-1 truncate rounded-control px-1.5 text-small leading-5',
        'forced-colors:outline forced-colors:-outline-offset-1',
        colour === 'grey' ? 'bg-hover text-text' : 'tag',
        className,
      )}
    >
      {children}
    </span>
  )
}

/** A user group in its fixed colour. */
export function GroupTag({ group }: { group: string }) {
  const { t } = useTranslation()
  if (group === '') return <Tag colour="orange">{t('group.own')}</Tag>
  return <Tag colour={groupColour(group)}>{group}</Tag>
}

function groupColour(group: string): TagColour {
  if (group === 'vip' || group === 'pro') return 'yellow'
  if (group === 'svip' || group === 'premium') return 'red'
  return hashColour(group)
}
