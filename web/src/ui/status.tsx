import type { CSSProperties, ReactNode } from 'react'
import { cx } from '#web/lib/cx.ts'
import { HUES, type TagColour } from './tag-colour.ts'
import { tip } from './tooltip.tsx'

interface Props {
  colour: TagColour
  /** A ring for grey and a dot for other colours by default, so that the shape differs too. */
  mark?: keyof typeof MARKS | undefined
  children: ReactNode
  tooltip?: string | undefined
}

const FILLED = 'mark forced-colors:bg-[CanvasText]'
const MARKS = {
  dot: `${FILLED} rounded-full`,
  ring: 'rounded-full border-[1.5px] border-control',
  square: `${FILLED} rounded-[2px]`,
  triangle: `${FILLED} scale-125 [clip-path:polygon(50%_0,100%_100%,0_100%)]`,
  diamond: `${FILLED} scale-125 [clip-path:polygon(50%_0,100%_50%,50%_100%,0_50%)]`,
  bars: `${FILLED} [clip-path:polygon(0_0,38%_0,38%_100%,62%_100%,62%_0,100%_0,100%_100%,0_100%)]`,
}

/** The marks as signs, for texts that cannot hold a picture. */
const SIGNS = { dot: '●', ring: '○', triangle: '▲', diamond: '◆', bars: '‖' } as const

/** Channels, keys and circuits look alike in the same state. */
export const LOOKS = {
  on: { colour: 'green', mark: 'dot' },
  /** Somebody's decision. */
  off: { colour: 'grey', mark: 'ring' },
  /** The gateway's decision, which asks for a look. */
  stopped: { colour: 'amber', mark: 'triangle' },
  /** An account without money. */
  empty: { colour: 'red', mark: 'diamond' },
  /** Goes on without anybody's help. */
  paused: { colour: 'blue', mark: 'bars' },
} as const satisfies Record<string, Pick<Props, 'colour' | 'mark'>>
export type Look = keyof typeof LOOKS

/** Returns a status as text, such as that of an option of a choice. */
export const statusText = (look: Look, word: string) => `${SIGNS[LOOKS[look].mark]} ${word}`

/** A status: a mark in the colour of what it means, and its word. */
export function Status({ colour, mark = colour === 'grey' ? 'ring' : 'dot', children, tooltip }: Props) {
  return (
    <span {...tip(tooltip)} className="inline-flex max-w-full min-w-0 items-center gap-1.5 text-small">
      <span
        aria-hidden
        style={{ '--hue': HUES[colour] } as CSSProperties}
        className={cx('size-[7px] shrink-0', MARKS[mark])}
      />
      <span className="truncate">{children}</span>
    </span>
  )
}

/** A kind: plain text behind a small square in its fixed colour. */
export const Kind = (props: Omit<Props, 'mark'>) => (
  <Status {...props} mark={props.colour === 'grey' ? 'ring' : 'square'} />
)

/** A number in the colour of its level: fast or slow, good or bad. */
export function Level({ colour, children, tooltip }: Omit<Props, 'mark'>) {
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
