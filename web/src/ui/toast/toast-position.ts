interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Distance between the toasts and an obstacle below them, in pixels. */
const GAP = 8

/**
 * Distance of the toasts from the window's lower edge in pixels: `rest`, or more while they would cover one of the
 * `obstacles`; never beyond the upper edge.
 */
export function placeToasts(
  toasts: { left: number; right: number; height: number },
  obstacles: readonly Box[],
  windowHeight: number,
  rest: number,
): number {
  let from = rest
  for (const box of obstacles.toSorted((a, b) => b.bottom - a.bottom)) {
    const beside = box.right <= toasts.left || box.left >= toasts.right
    const below = box.top >= windowHeight - from
    const above = box.bottom <= windowHeight - from - toasts.height
    if (!beside && !below && !above) from = windowHeight - box.top + GAP
  }
  return Math.max(0, Math.min(from, windowHeight - toasts.height - GAP))
}
