import Search from 'lucide-react/icons/search'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '#web/lib/cx.ts'
import { Input } from '../input.tsx'
import { tip } from '../tooltip.tsx'

const TYPING_MS = 250

interface SearchFieldProps {
  /** What applies now; "" for nothing. */
  value: string
  onChange: (value: string) => void
  label: string
  placeholder: string
  /** Tells several fields in a row apart; a magnifying glass by default. */
  icon?: ReactNode
  /** What may be typed: a tooltip until something is, which may not fit the field. */
  hint?: string
  /** Takes nothing but digits. */
  digits?: boolean
  className?: string
}

/** A text that applies while one types. Enter applies at once, Esc empties it. */
export function SearchField({ value, onChange, label, placeholder, icon, hint, digits, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // Another control or the back button changed the value: follow it, but never fight the typist.
  if (value !== seen) {
    setSeen(value)
    if (value !== typed.trim()) setTyped(value)
  }

  const apply = (text: string) => {
    clearTimeout(timer.current)
    if (text.trim() !== value) onChange(text.trim())
  }
  const type = (input: string) => {
    const text = digits ? input.replace(/\D/g, '') : input
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(text), TYPING_MS)
  }

  return (
    <Input
      type="search"
      icon={icon ?? <Search size={14} aria-hidden />}
      inputMode={digits ? 'numeric' : undefined}
      aria-label={label}
      {...tip(value || hint)}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      value={typed}
      className={cx('w-52 max-sm:min-w-0 max-sm:flex-1 max-sm:basis-28', className)}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') apply(typed)
        if (event.key !== 'Escape') return
        if (typed) setTyped('')
        else event.currentTarget.blur()
        apply('')
      }}
    />
  )
}
