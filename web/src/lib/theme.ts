import { getStored, subscribeStored } from './storage.ts'

const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')

/** Applies the stored theme and density to <html>. index.html has done so before the first paint. */
export function followTheme() {
  applyTheme()
  dark?.addEventListener('change', applyTheme)
  subscribeStored(applyTheme)
}

/** Whether the dark theme is active. */
export function isDark() {
  const mode = getStored('theme-mode')
  return mode === 'dark' || (mode === 'system' && dark?.matches === true)
}

function applyTheme() {
  document.documentElement.classList.toggle('dark', isDark())
  document.documentElement.dataset.density = getStored('density')
}
