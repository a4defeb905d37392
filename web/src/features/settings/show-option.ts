import type { OptionKey } from '#contract/options.ts'

/** Brings the row of an option into sight and focuses its control, once it is drawn. */
export function showOption(key: OptionKey) {
  requestAnimationFrame(() => {
    const row = document.getElementById(`option-${key}`)
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector<HTMLElement>('[aria-invalid=true], input, textarea, select')?.focus({ preventScroll: true })
  })
}
