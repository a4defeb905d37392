/** A pointer that moves farther, in pixels, has left the control on purpose. */
const STILL = 4

/**
 * Makes a press count whose control was moved between press and release, by a part of the page that came above: the
 * browser then sends the click to the common parent of both places, which does nothing.
 */
export function keepPresses(): void {
  let press: { control: HTMLElement; top: number; left: number; x: number; y: number } | undefined
  const onPress = ({ target, button, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
    const control = target instanceof Element ? target.closest<HTMLElement>('button, a, label, summary') : null
    press = undefined
    if (!control || button !== 0 || !isPrimary) return
    const { top, left } = control.getBoundingClientRect()
    press = { control, top, left, x, y }
  }
  const onClick = (event: MouseEvent) => {
    const pressed = press
    press = undefined
    if (!pressed?.control.isConnected || pressed.control.contains(event.target as Node)) return
    const { control, x, y } = pressed
    const { top, left } = control.getBoundingClientRect()
    const hasMoved = Math.hypot(top - pressed.top, left - pressed.left) > 1
    if (!hasMoved || Math.hypot(event.clientX - x, event.clientY - y) > STILL) return
    event.stopImmediatePropagation()
    event.preventDefault()
    control.click()
  }
  document.addEventListener('pointerdown', onPress, { capture: true })
  document.addEventListener('click', onClick, { capture: true })
}
