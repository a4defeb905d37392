import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { cx } from '#web/lib/cx.ts'

/** Holding the mouse down repeats after the first delay, then at the second, in milliseconds. */
const HOLD_MS = 400
const REPEAT_MS = 60

interface StepperProps {
  label: string
  icon: ReactNode
  disabled: boolean
  /** The input it belongs to. Keys step in the input itself, so it is left out of the tab order. */
  controls: string
  onStep: () => void
  className?: string
}

/** A button that counts an input up or down. The input gets the focus; a touch does not, for the keyboard it would raise. */
export function Stepper({ label, icon, disabled, controls, onStep, className }: StepperProps) {
  const [held, setHeld] = useState(false)
  const byMouse = useRef(false)
  const step = useEffectEvent(onStep)
  // A disabled button is not told when it is let go.
  if (held && disabled) setHeld(false)
  useEffect(() => {
    if (!held) return
    let timer = setTimeout(function again() {
      step()
      timer = setTimeout(again, REPEAT_MS)
    }, HOLD_MS)
    return () => clearTimeout(timer)
  }, [held])
  const release = () => setHeld(false)
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      aria-controls={controls}
      disabled={disabled}
      onPointerDown={({ pointerType, button }) => {
        byMouse.current = pointerType === 'mouse' && button === 0
        if (!byMouse.current) return
        onStep()
        setHeld(true)
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onMouseDown={(event) => {
        event.preventDefault()
        if (byMouse.current) document.getElementById(controls)?.focus()
      }}
      onClick={() => {
        // The press of the mouse has stepped already.
        if (!byMouse.current) onStep()
        byMouse.current = false
      }}
      className={cx('flex h-full w-7 shrink-0 items-center justify-center text-muted hover:text-text', className)}
    >
      {icon}
    </button>
  )
}
