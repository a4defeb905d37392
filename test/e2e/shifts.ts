import { expect, type Page } from '@playwright/test'

/** What people notice (CLS, unitless). */
const MOST = 0.02

interface Shift extends PerformanceEntry {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/**
 * Watches what moves by itself on the pages that are opened from here on. What comes back expects that it was next to
 * nothing since the last load, and says else what it was.
 */
export async function expectStill(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const element = node instanceof Element ? node : node?.parentElement
          const name = `<${element?.localName} class="${element?.className}"> ${element?.textContent?.slice(0, 40)}`
          return `${name}: ${from.x},${from.y} ${from.height} high → ${to.x},${to.y} ${to.height} high`
        })
        shifts.push({ value, moved: moved.join('\n') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    await drawn(page)
    const shifts = await page.evaluate((): { value: number; moved: string }[] => Reflect.get(window, 'shifts'))
    const told = shifts.map(({ value, moved }) => `${value}\n${moved}`).join('\n')
    expect(
      shifts.reduce((sum, { value }) => sum + value, 0),
      told,
    ).toBeLessThanOrEqual(MOST)
  }
}

/** Resolves when what there is now has been drawn, and reported: what a frame draws is reported with the next one. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))
