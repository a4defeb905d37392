import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#web/lib/cx.ts'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'onChange' | 'size'> {
  /** Visible text; without it, `aria-label` is required. */
  label?: ReactNode
  onChange?: (checked: boolean) => void
}

/** A switch that takes effect immediately. */
export function Switch({ label, onChange, className, ...rest }: Props) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const track = (
    <input
      {...rest}
      id={id}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state by itself
      role="switch"
      onChange={(event) => onChange?.(event.target.checked)}
      className={cx(
        'relative h-5 w-9 shrink-0 appearance-none rounded-full border border-control bg-raised checked:border-primary',
        'checked:bg-primary before:absolute before:top-0.75 before:left-0.75 before:size-3 before:rounded-full',
        'before:bg-control before:transition-transform checked:before:translate-x-4 checked:before:bg-on-primary',
        'disabled:border-line disabled:bg-sunken',
        !label && className,
      )}
    />
  )
  if (!label) return track
  return (
    <label htmlFor={id} className={cx('inline-flex min-h-6 items-center gap-2', className)}>
      {track}
      {label}
    </label>
  )
}
