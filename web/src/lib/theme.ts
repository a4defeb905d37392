import { getStored, subscribeStored } from './storage.ts'

const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')

/** Keeps <html> in step with the stored theme and density. index.html has done the same before the first paint. */
export function followTheme() {
  applyTheme()
  dark?.addEventListener('change', applyTheme)
  subscribeStored(applyTheme)
}

/** Whether the dark theme is on right now. */
export function isDark() {
  const mode = getStored('theme-mode')
  return mode === 'dark' || (mode === 'system' && dark?.matches === true)
}

function applyTheme() {
  document.documentElement.classList.toggle('dark', isDark())
  document.documentElement.dataset.density = getStored('density')
}
