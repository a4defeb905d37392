import { type KeyboardEvent, useRef, useState } from 'react'
import { cx } from '#web/lib/cx.ts'
import { useFreezeOrder } from './freeze-order.ts'

interface InlineNumberProps {
  value: number
  /** Rejects when the server refuses: the old value comes back. The caller's mutation reports why. */
  onSave: (value: number) => Promise<unknown>
  /** "Priority of main": names column and row. */
  label: string
  /** Same for every row of the column: Enter moves to the next one. */
  column: string
  min: number
  max?: number
}

/**
 * A whole number that is edited in its cell. Enter saves and goes down one row, Esc reverts, arrows step; leaving the
 * field saves. The list keeps its order meanwhile.
 */
export function InlineNumber({ value, onSave, label, column, min, max = 1e9 }: InlineNumberProps) {
  const freeze = useFreezeOrder()
  const [typed, setTyped] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const reverted = useRef(false)

  async function save() {
    const next = reverted.current || typed === null || typed.trim() === '' ? value : Math.round(Number(typed))
    if (!Number.isFinite(next) || next === value) return setTyped(null)
    setSaving(true)
    try {
      await onSave(Math.min(max, Math.max(min, next)))
    } catch {
      // Reported by the mutation; showing the old value again is what is left to do.
    } finally {
      setTyped(null)
      setSaving(false)
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (step) {
      event.preventDefault()
      const now = Number(typed ?? value) || 0
      setTyped(String(Math.min(max, Math.max(min, now + step * (event.shiftKey ? 10 : 1)))))
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      // Moving the focus blurs the field, and leaving it would save.
      reverted.current = true
      event.currentTarget.closest<HTMLElement>('[data-row]')?.focus()
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      focusBelow(event.currentTarget, column)
    }
  }

  return (
    <input
      data-edit={column}
      aria-label={label}
      aria-busy={saving || undefined}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? String(value)}
      readOnly={saving}
      onFocus={(event) => {
        freeze()
        reverted.current = false
        event.currentTarget.select()
      }}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={onKeyDown}
      className={cx(
        'h-7 w-full min-w-14 rounded-control border border-transparent bg-transparent px-1.5 text-end tabular-nums',
        'hover:border-control focus:border-primary focus:bg-page max-sm:border-control',
        saving && 'text-muted',
      )}
    />
  )
}

/** Leaving the field saves it; in the last row the focus just leaves. */
function focusBelow(input: HTMLInputElement, column: string) {
  const all = [...document.querySelectorAll<HTMLInputElement>(`[data-edit="${CSS.escape(column)}"]`)]
  const next = all[all.indexOf(input) + 1]
  if (next) next.focus()
  else input.blur()
}
