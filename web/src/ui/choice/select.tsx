import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { cx } from '#web/lib/cx.ts'

interface Props<T extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'multiple'> {
  value: T
  options: readonly { value: T; label: string; disabled?: boolean }[]
  onChange: (value: T) => void
}

/** A native select for few options: best on phones and with screen readers; for many options use a combobox. */
export function Select<T extends string>({ value, options, onChange, className, ...rest }: Props<T>) {
  return (
    <span className={cx('relative inline-block', className ?? 'w-full')}>
      <select
        {...rest}
        className="field appearance-none truncate pr-7!"
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled} className="bg-raised">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
