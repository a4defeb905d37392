import { cleanup } from '@testing-library/react'
import { setLanguage } from '#web/lib/i18n.ts'
import { resetApi } from './api.ts'
import { closeConsole } from './console.tsx'

/** happy-dom does not know the element `search` of HTML yet. */
const UNKNOWN_TAG =
  'The tag <%s> is unrecognized in this browser. If you meant to render a React component, start its name with an uppercase letter.'

const reported: string[] = []
const write = console.error
console.error = (...parts: unknown[]) => {
  if (parts[0] === UNKNOWN_TAG && parts[1] === 'search') return
  reported.push(parts.map(String).join(' '))
  write(...parts)
}

/** Undoes what a test has left behind. Throws what React reported, and calls against the contract. */
export async function reset(): Promise<void> {
  closeConsole()
  cleanup()
  document.body.replaceChildren()
  document.body.removeAttribute('style')
  await setLanguage('en')
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('language', 'en')
  // The console keeps what it has read: this is how another tab tells that the storage is empty.
  window.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
  const found = reported.splice(0)
  resetApi()
  if (found.length > 0) throw new Error(`Written to the console:\n${found.join('\n')}`)
}
