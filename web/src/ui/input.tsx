import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/lib/cx.ts'

interface Props extends ComponentProps<'input'> {
  /** Shown inside the field before the text. */
  icon?: ReactNode
  /** Shown inside the field after the text: a unit, or one small button. */
  suffix?: ReactNode
}

/** A text field. Label, hint and error come from the form kit or a `<label>`. */
export function Input({ icon, suffix, className, ...rest }: Props) {
  if (!icon && !suffix) return <input {...rest} className={cx('field', className)} />
  return (
    <span className={cx('field flex items-center gap-2', className)}>
      {icon && <span className="text-muted">{icon}</span>}
      <input {...rest} className="min-w-0 flex-1 bg-transparent outline-none" />
      {suffix && <span className="-mr-1.5 flex shrink-0 items-center text-muted">{suffix}</span>}
    </span>
  )
}
