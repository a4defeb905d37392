import { useEffect, useRef, useState } from 'react'
import { zoneName } from '#web/lib/format.ts'
import { fromLocalInput, toLocalInput } from '../../../lib/local-time.ts'
import { Input } from '../../input.tsx'
import { tip } from '../../tooltip.tsx'

interface MomentProps {
  label: string
  /** Unix seconds; undefined = no limit on this side. */
  value: number | undefined
  onChange: (value: number | undefined) => void
}

const TYPING_MS = 600

/** A date and time input in the browser's zone. It applies after a pause, on Enter and on blur. */
export function Moment({ label, value, onChange }: MomentProps) {
  const text = toLocalInput(value ?? 0)
  const [typed, setTyped] = useState(text)
  const [seen, setSeen] = useState(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (text !== seen) {
    setSeen(text)
    setTyped(text)
  }

  const apply = (next: string) => {
    clearTimeout(timer.current)
    const seconds = fromLocalInput(next)
    const moment = Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
    if (moment !== value) onChange(moment)
  }
  return (
    <Input
      type="datetime-local"
      step={1}
      aria-label={label}
      {...tip(`${label} · ${zoneName()}`)}
      className="w-60! max-sm:w-full!"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => apply(target.value), TYPING_MS)
      }}
      onBlur={() => apply(typed)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply(typed)
      }}
    />
  )
}
