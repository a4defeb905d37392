import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '#web/lib/cx.ts'

interface Props {
  /** The button that opens it. */
  trigger: ReactElement
  /** Visible title of the popup. */
  title?: string
  /** Names a popup without a title for screen readers. */
  label?: string
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
}

/** A small panel beside its button, for text or a few controls. */
export function Popover({ trigger, title, label, children, align = 'end', open, onOpenChange, className }: Props) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} collisionPadding={8} className="z-50">
          <Base.Popup
            aria-label={title ? undefined : label}
            className={cx(
              'popup max-h-(--available-height) max-w-[min(24rem,calc(100vw-1rem))] overflow-y-auto p-3',
              className,
            )}
          >
            {title && <Base.Title className="mb-2 font-strong">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
