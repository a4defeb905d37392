import type { CSSProperties, ReactNode } from 'react'
import { cx } from '#web/lib/cx.ts'
import { HUES, type TagColour } from './tag-colour.ts'
import { tip } from './tooltip.tsx'

interface Props {
  colour: TagColour
  children: ReactNode
  tooltip?: string | undefined
}

/** A status: a dot in the colour of what it means, and its word. Grey is a ring, so that the shape differs too. */
export function Status(props: Props) {
  return <Marked {...props} mark={props.colour === 'grey' ? 'ring' : 'dot'} />
}

/** A kind or a group: plain text behind a small square in its fixed colour. */
export function Kind(props: Props) {
  return <Marked {...props} mark="square" />
}

const MARKS = {
  dot: 'mark rounded-full forced-colors:bg-[CanvasText]',
  ring: 'rounded-full border-[1.5px] border-control',
  square: 'mark rounded-[2px] forced-colors:bg-[CanvasText]',
}

function Marked({ colour, children, tooltip, mark }: Props & { mark: keyof typeof MARKS }) {
  return (
    <span
      {...tip(tooltip)}
      className={cx('inline-flex max-w-full min-w-0 items-center text-small', mark === 'square' ? 'gap-1' : 'gap-1.5')}
    >
      <span
        aria-hidden
        style={{ '--hue': HUES[colour] } as CSSProperties}
        className={cx('size-[7px] shrink-0', MARKS[colour === 'grey' && mark === 'square' ? 'ring' : mark])}
      />
      <span className="truncate">{children}</span>
    </span>
  )
}

/** A number in the colour of its level: fast or slow, good or bad. */
export function Level({ colour, children, tooltip }: Props) {
  return (
    <span
      {...tip(tooltip)}
      style={{ '--hue': HUES[colour] } as CSSProperties}
      className={cx('whitespace-nowrap tabular-nums', colour === 'grey' ? 'text-muted' : 'level')}
    >
      {children}
    </span>
  )
}
