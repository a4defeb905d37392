import type { OptionKey } from '#contract/options.ts'

/** Scrolls to the row of an option and focuses its control, once rendered. */
export function showOption(key: OptionKey) {
  requestAnimationFrame(() => {
    const row = document.getElementById(`option-${key}`)
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector<HTMLElement>('[aria-invalid=true], input, textarea, select')?.focus({ preventScroll: true })
  })
}
