import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/lib/cx.ts'
import { keyNames } from '#web/lib/keys/hotkeys.ts'
import { Button } from './button.tsx'
import { tip } from './tooltip.tsx'

interface Props extends Omit<ComponentProps<typeof Button>, 'children' | 'aria-label'> {
  /** Accessible name and tooltip: verb + object, with the object's own name inside a list. */
  label: string
  icon: ReactNode
}

/** A button with only an icon. */
export function IconButton({ label, icon, className, variant = 'ghost', disabledReason, ...rest }: Props) {
  const keys = rest.keys ? ` (${keyNames(rest.keys).join(' ')})` : ''
  return (
    <Button
      {...rest}
      {...tip(disabledReason ? `${label}: ${disabledReason}` : label + keys)}
      variant={variant}
      disabledReason={disabledReason}
      aria-label={label}
      icon={icon}
      className={cx(rest.size === 'small' ? 'w-7 px-0! coarse:w-control' : 'w-control px-0!', className)}
    />
  )
}
