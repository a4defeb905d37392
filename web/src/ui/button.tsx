import LoaderCircle from 'lucide-react/icons/loader-circle'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#web/lib/cx.ts'
import { keyNames } from '#web/lib/keys/hotkeys.ts'
import { tip } from './tooltip.tsx'

export type ButtonVariant = keyof typeof VARIANTS
const VARIANTS = {
  primary: 'border-primary bg-primary text-on-primary hover:bg-primary-hover hover:border-primary-hover',
  default: 'border-edge bg-raised text-text shadow-lift hover:bg-hover',
  ghost: 'border-transparent text-text hover:bg-hover',
  danger: 'border-danger bg-danger text-on-danger hover:bg-danger-hover hover:border-danger-hover',
}
/** A variant without a border gets none when disabled: it would stand out among its neighbours. */
const DISABLED = { framed: 'border-line bg-sunken text-faint', bare: 'border-transparent text-faint opacity-60' }

interface Props extends Omit<ComponentProps<'button'>, 'disabled'> {
  variant?: ButtonVariant
  size?: 'normal' | 'small'
  icon?: ReactNode
  /** Shows progress and ignores further presses. */
  loading?: boolean
  /** Reason why the button is disabled; the only way to disable it. */
  disabledReason?: string | false | null
  /** The equivalent key, shown in the tooltip. */
  keys?: string
}

/** A push button. It stays focusable when disabled, so that the reason is reachable by keyboard and touch. */
export function Button(props: Props) {
  const { variant, size, icon, loading, disabledReason, keys, className, children, onClick, ...rest } = props
  const reasonId = useId()
  const blocked = Boolean(disabledReason) || loading
  return (
    <button
      type="button"
      {...tip(disabledReason || (keys ? keyNames(keys).join(' ') : undefined))}
      {...rest}
      className={buttonClass(variant, size, className, Boolean(disabledReason))}
      aria-disabled={blocked || undefined}
      aria-busy={loading || undefined}
      aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
      onClick={(event) => (blocked ? event.preventDefault() : onClick?.(event))}
    >
      {loading ? <LoaderCircle size={16} className="animate-spin" aria-hidden /> : icon}
      {children}
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </button>
  )
}

/** The classes of a button, for links that look like one. */
export function buttonClass(
  variant: ButtonVariant = 'default',
  size: Props['size'] = 'normal',
  extra?: string,
  disabled = false,
) {
  const look = disabled ? DISABLED[variant === 'ghost' ? 'bare' : 'framed'] : VARIANTS[variant]
  return cx(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border whitespace-nowrap select-none',
    size === 'small' ? 'min-h-7 px-2 text-small coarse:min-h-control' : 'min-h-control px-3',
    look,
    extra,
  )
}
