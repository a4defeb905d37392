import { Tooltip } from '@base-ui/react/tooltip'
import type { Tip } from './tooltip.tsx'

/** The popup of `TooltipHost`; loaded when the first tooltip is due. */
export default function TooltipPopup({ anchor, text }: Tip) {
  return (
    <Tooltip.Root open>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={anchor} sideOffset={6} collisionPadding={8} className="z-70">
          <Tooltip.Popup
            role="tooltip"
            className="max-w-80 rounded-control bg-text px-2 py-1 text-small whitespace-pre-line break-words text-page"
          >
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
