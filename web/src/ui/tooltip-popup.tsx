import { Tooltip } from '@base-ui/react/tooltip'
import type { RefObject } from 'react'
import { cx } from '#web/lib/cx.ts'

interface Props {
  anchor: Element | RefObject<Element | null>
  text: string
  /** An error tooltip; the component that sets it also announces it. */
  danger?: boolean
}

/** The popup of `TooltipHost`; loaded with the first tooltip. */
export default function TooltipPopup({ anchor, text, danger }: Props) {
  return (
    <Tooltip.Root open>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={anchor} sideOffset={6} collisionPadding={8} className={danger ? 'z-30' : 'z-70'}>
          <Tooltip.Popup
            role={danger ? undefined : 'tooltip'}
            aria-hidden={danger}
            className={cx(
              'max-w-80 rounded-control px-2 py-1 text-small whitespace-pre-line break-words',
              danger ? 'bg-danger text-on-danger' : 'bg-text text-page',
            )}
          >
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
