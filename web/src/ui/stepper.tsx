import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { cx } from '#web/lib/cx.ts'

/** Holding the mouse down repeats after the first delay, then at the second interval, in milliseconds. */
const HOLD_MS = 400
const REPEAT_MS = 60

interface StepperProps {
  label: string
  icon: ReactNode
  disabled: boolean
  /** Id of the input. Keys step in the input itself, so the button is left out of the tab order. */
  controls: string
  onStep: () => void
  className?: string
}

/**
 * A button that steps an input up or down. It focuses the input, except on touch, where the keyboard would open.
 */
export function Stepper({ label, icon, disabled, controls, onStep, className }: StepperProps) {
  const [held, setHeld] = useState(false)
  const byMouse = useRef(false)
  const step = useEffectEvent(onStep)
  // A disabled button gets no release event.
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
        // The mouse press has stepped already.
        if (!byMouse.current) onStep()
        byMouse.current = false
      }}
      className={cx('flex h-full w-7 shrink-0 items-center justify-center text-muted hover:text-text', className)}
    >
      {icon}
    </button>
  )
}
