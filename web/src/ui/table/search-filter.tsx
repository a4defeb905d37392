import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '#web/lib/cx.ts'
import { Input } from '../input.tsx'
import { tip } from '../tooltip.tsx'
import type { List } from './use-list.ts'

const TYPING_MS = 250

interface SearchFilterProps {
  list: List
  /** Name of a text filter in the list's spec. */
  name: string
  label: string
  placeholder: string
  /** Tells several fields in a row apart; a magnifying glass by default. */
  icon?: ReactNode
  /** What may be typed: a tooltip until something is, which may not fit the field. */
  hint?: string
  /** For a numeric filter: takes nothing but digits. */
  digits?: boolean
  className?: string
}

/** A text filter that applies while one types. Enter applies at once, Esc empties it. */
export function SearchFilter({ list, name, label, placeholder, icon, hint, digits, className }: SearchFilterProps) {
  const applied = String(list.state.filters[name] ?? '')
  const [typed, setTyped] = useState(applied)
  const [seen, setSeen] = useState(applied)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // Another control or the back button changed the filter: follow it, but never fight the typist.
  if (applied !== seen) {
    setSeen(applied)
    if (applied !== typed.trim()) setTyped(applied)
  }

  const apply = (text: string) => {
    clearTimeout(timer.current)
    if (text.trim() !== applied) list.setFilters({ [name]: text.trim() || undefined }, 'replace')
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
      {...tip(applied || hint)}
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
