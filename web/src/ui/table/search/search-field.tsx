import Search from 'lucide-react/icons/search'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '#web/lib/cx.ts'
import { Input } from '../../input.tsx'
import { tip } from '../../tooltip.tsx'
import type { List } from './use-list.ts'

const TYPING_MS = 250

interface SearchFieldProps {
  /** The applied value; "" = none. */
  value: string
  onChange: (value: string) => void
  label: string
  placeholder: string
  /** Distinguishes adjacent fields; a magnifying glass by default. */
  icon?: ReactNode
  /** Accepted input: a tooltip while the field is empty, since it may not fit inside. */
  hint?: string
  /** Accepts only digits. */
  digits?: boolean
  className?: string
}

/** A search field that applies while typing. Enter applies at once, the down arrow leads to the rows, Esc clears it. */
export function SearchField({ value, onChange, label, placeholder, icon, hint, digits, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The value was changed outside, by another control or the back button: show it, but do not overwrite text being
  // typed.
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
        if (event.key === 'ArrowDown') {
          event.preventDefault()
          apply(typed)
          document.querySelector<HTMLElement>('[data-row]')?.focus()
        }
        if (event.key !== 'Escape') return
        if (typed) setTyped('')
        else event.currentTarget.blur()
        apply('')
      }}
    />
  )
}

interface SearchFilterProps extends Omit<ComponentProps<typeof SearchField>, 'value' | 'onChange'> {
  list: List
  /** Name of a text filter in the list's spec, or with `digits` of a numeric one. */
  name: string
}

/** A text filter of a list that applies while typing. */
export function SearchFilter({ list, name, ...field }: SearchFilterProps) {
  return (
    <SearchField
      {...field}
      value={String(list.state.filters[name] ?? '')}
      onChange={(text) => list.setFilters({ [name]: text || undefined }, 'replace')}
    />
  )
}
