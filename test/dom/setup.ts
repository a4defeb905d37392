// Preloaded by the component tests: a document, the catalogues, and `fetch` answered by ./api.ts.
import './vite-globs.ts'
import { afterEach } from 'bun:test'
import { GlobalRegistrator } from '@happy-dom/global-registrator'

/** The runtime's own are faster, and what `fetch` answers with. */
const NATIVE = ['Response', 'Request', 'Headers', 'Blob', 'File', 'URL', 'URLSearchParams', 'FormData'] as const
const native = NATIVE.map((name) => [name, globalThis[name]] as const)
GlobalRegistrator.register({ url: 'http://switchyard.test/', width: 1440, height: 900 })
for (const [name, value] of native) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
}

// Tests wait for what must come, as in a browser: no `act`, and no warnings that ask for it.
process.env.RTL_SKIP_AUTO_CLEANUP = 'true'
localStorage.setItem('language', 'en')

const { configure } = await import('@testing-library/react')
/** The list of all roles would be made anew for every look at a page that is not ready yet. */
const WITHOUT_LISTS = { _disableExpensiveErrorDiagnostics: true }
configure({
  ...WITHOUT_LISTS,
  eventWrapper: (event) => event(),
  asyncWrapper: (wait) => wait(),
  defaultHidden: true,
  getElementError: (message) => new Error(`${message}\nThe page says: ${document.body.textContent}`),
})

const { serve } = await import('./api.ts')
globalThis.fetch = serve as typeof fetch
const { startI18n } = await import('#web/lib/i18n.ts')
await startI18n()
const { reset } = await import('./reset.ts')
afterEach(reset)
