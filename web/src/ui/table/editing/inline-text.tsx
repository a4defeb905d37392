import Pencil from 'lucide-react/icons/pencil'
import { type ReactNode, useRef, useState } from 'react'
import { IconButton } from '../../icon-button.tsx'
import { useFreezeOrder } from './frozen-order.ts'

interface InlineTextProps {
  value: string
  /** Rejects when the server refuses: the old value is restored. The caller's mutation reports the error. */
  onSave: (value: string) => Promise<unknown>
  /** Label of the edit button and the field: "Rename build-bot". */
  label: string
  maxLength?: number
  /** The value's display while it is not being edited. */
  children: ReactNode
}

/**
 * A text that an edit button turns into a field. Enter or blur saves, Esc reverts; an empty text counts as
 * reverted.
 */
export function InlineText({ value, onSave, label, maxLength, children }: InlineTextProps) {
  const { freeze } = useFreezeOrder()
  const [editing, setEditing] = useState(false)
  const reverted = useRef(false)
  const box = useRef<HTMLSpanElement>(null)

  async function close(text: string) {
    setEditing(false)
    const next = text.trim()
    if (reverted.current || next === '' || next === value) return
    await onSave(next).catch(() => undefined)
  }
  const returnFocus = () => box.current?.closest<HTMLElement>('[data-row]')?.focus()

  return (
    <span ref={box} className="flex min-w-0 items-center gap-1">
      {editing ? (
        <input
          aria-label={label}
          defaultValue={value}
          maxLength={maxLength}
          autoComplete="off"
          ref={(input) => input?.select()}
          onBlur={(event) => close(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
            event.preventDefault()
            event.stopPropagation()
            reverted.current = event.key === 'Escape'
            returnFocus()
          }}
          className="field h-7 min-h-0! min-w-0"
        />
      ) : (
        <>
          <span className="min-w-0 truncate">{children}</span>
          <IconButton
            size="small"
            label={label}
            icon={<Pencil size={13} aria-hidden />}
            className="text-muted opacity-0 max-sm:hidden focus-visible:opacity-100 group-hover/row:opacity-100 coarse:opacity-100"
            onClick={() => {
              freeze()
              reverted.current = false
              setEditing(true)
            }}
          />
        </>
      )}
    </span>
  )
}
