import ImageOff from 'lucide-react/icons/image-off'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drawing } from '#contract/api/tasks.ts'
import { cx } from '#web/lib/cx.ts'
import { formatTime } from '#web/lib/format.ts'
import { ProgressBar } from '../task-parts.tsx'
import { StatusTag } from './cells.tsx'
import { hasFailed } from './drawing-marks.ts'
import { pictureAddress } from './picture-address.ts'
import { moved } from './tile-keys.ts'
import { TILE, TILE_LINES, TILE_PICTURE, TileList } from './tile-look.tsx'

interface DrawingGridProps {
  caption: string
  drawings: readonly Drawing[]
  /** The drawing whose dialog is open. */
  current: number | undefined
  /** Rows of the previous page stay, dimmed, until the new ones are loaded. */
  stale: boolean
  onOpen: (drawing: Drawing) => void
}

/** Shows drawings as tiles. The grid is one tab stop; arrow keys move between tiles. */
export default function DrawingGrid({ caption, drawings, current, stale, onOpen }: DrawingGridProps) {
  const [focused, setFocused] = useState<number>()
  const reachable = Math.max(
    0,
    drawings.findIndex(({ id }) => id === focused),
  )
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
    const at = tiles.indexOf(event.target as HTMLElement)
    if (at < 0) return
    const top = tiles[0]?.offsetTop
    const columns = tiles.filter((tile) => tile.offsetTop === top).length
    const next = moved(event.key, at, { count: tiles.length, columns })
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    tiles[next]?.focus()
  }
  return (
    <TileList aria-label={caption} aria-busy={stale || undefined} stale={stale} onKeyDown={move}>
      {drawings.map((drawing, index) => (
        <li key={drawing.id}>
          <button
            type="button"
            data-row={drawing.id}
            tabIndex={index === reachable ? 0 : -1}
            className={cx(TILE, 'group/tile', drawing.id === current && 'outline-2 outline-primary')}
            onFocus={() => setFocused(drawing.id)}
            onClick={() => onOpen(drawing)}
          >
            <Tile drawing={drawing} />
          </button>
        </li>
      ))}
    </TileList>
  )
}

function Tile({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation('drawing')
  const prompt = drawing.prompt || drawing.prompt_en || drawing.description
  const address = pictureAddress(drawing.image_url, location.href)
  const [lost, setLost] = useState<string>()
  const isShown = (address.kind === 'web' || address.kind === 'inline') && lost !== address.url
  return (
    <>
      <span className={cx(TILE_PICTURE, 'bg-sunken group-hover/tile:border-control')}>
        {isShown ? (
          <img
            loading="lazy"
            decoding="async"
            src={address.url}
            alt={prompt || t('picture.alt')}
            referrerPolicy="no-referrer"
            className="absolute inset-0 size-full object-cover"
            onError={() => setLost(address.url)}
          />
        ) : (
          <Standing drawing={drawing} isLost={address.kind !== 'none'} />
        )}
      </span>
      {/* The prompt already labels the picture. */}
      <span className={TILE_LINES[0]} aria-hidden={isShown || undefined}>
        {prompt || drawing.mj_id}
      </span>
      <span className={cx(TILE_LINES[1], 'tabular-nums')}>{formatTime(Math.floor(drawing.submit_time / 1000))}</span>
    </>
  )
}

/** Shows status, progress and failure in place of a picture. */
function Standing({ drawing, isLost }: { drawing: Drawing; isLost: boolean }) {
  const { t } = useTranslation('drawing')
  return (
    <span className="absolute inset-0 flex flex-col items-center justify-center gap-2 p-2 text-center text-small">
      <StatusTag {...drawing} />
      {isLost ? (
        <span className="flex flex-col items-center gap-1 text-muted">
          <ImageOff size={20} aria-hidden />
          {t('grid.unseen')}
        </span>
      ) : (
        <span className="block w-full max-w-36">
          <ProgressBar progress={drawing.progress} failed={hasFailed(drawing)} />
        </span>
      )}
      {drawing.fail_reason && <span className="line-clamp-3 break-words text-danger">{drawing.fail_reason}</span>}
    </span>
  )
}
