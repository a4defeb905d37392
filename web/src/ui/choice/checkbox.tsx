import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#web/lib/cx.ts'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  /** Visible text; without it, `aria-label` is required. */
  label?: ReactNode
  /** Some but not all of the items are checked. */
  indeterminate?: boolean
  onChange?: (checked: boolean) => void
}

/** A checkbox of a form or a selection; it takes effect on a later submit or action. */
export function Checkbox({ label, indeterminate = false, onChange, className, ref, ...rest }: Props) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const box = (
    <input
      {...rest}
      id={id}
      type="checkbox"
      ref={(element) => {
        if (element) element.indeterminate = indeterminate
        if (typeof ref === 'function') return ref(element)
        if (ref) ref.current = element
      }}
      onChange={(event) => onChange?.(event.target.checked)}
      className={cx('size-4 shrink-0 accent-primary', !label && className)}
    />
  )
  if (!label) return box
  return (
    <label htmlFor={id} className={cx('inline-flex min-h-6 items-center gap-2', className)}>
      {box}
      {label}
    </label>
  )
}
