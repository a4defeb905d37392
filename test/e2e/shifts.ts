import type { Page } from '@playwright/test'

/** Adds up what moves on the pages that are opened from here on: the sum since the last load (CLS, unitless). */
export async function recordShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    const add = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
    }
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
  })
  // Two frames: what was drawn last is reported with the next one.
  return () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(Reflect.get(window, 'shift')))),
        ),
    )
}
