import type { Page } from '@playwright/test'
import { expect, further, test } from './fixtures.ts'

/**
 * What a browser that has nothing cached transfers until the network is idle, code that is loaded in idle time included.
 * kB are 1000 bytes of bodies as they come over the network, compressed with brotli; `Content-Length` says how many. `requests` are all requests:
 * the document, scripts, styles, the font of 29 kB, images and API calls.
 */
interface Budget {
  path: string
  as: 'visitor' | 'root'
  requests: number
  scriptKB: number
}

/** What the build needs today, with one per cent left. The goals are in docs/adr/0015: lower these on the way there. */
const BUDGETS: Budget[] = [
  { path: '/login', as: 'visitor', requests: 10, scriptKB: 122.8 },
  { path: '/token', as: 'root', requests: 36, scriptKB: 183 },
  { path: '/channel', as: 'root', requests: 31, scriptKB: 184 },
  { path: '/log', as: 'root', requests: 30, scriptKB: 186 },
  { path: '/setting', as: 'root', requests: 40, scriptKB: 192 },
]

for (const { path, as, requests, scriptKB } of BUDGETS) {
  test.describe(as, () => {
    test.use({ as })

    test(
      `${path} takes at most ${requests} requests and ${scriptKB} kB of scripts`,
      further(!['/login', '/token'].includes(path), '@all'),
      async ({ page }) => {
        const recorded = await recordTransfers(page)
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        const transfers = [...recorded.values()]
        const scripts = transfers.filter(({ type }) => type === 'Script')
        const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
        const listing = transfers.map(({ type, url, bytes }) => `${type} ${url} ${bytes}`).join('\n')
        expect(
          scripts.every(({ encoding }) => encoding === 'br'),
          listing,
        ).toBe(true)
        expect.soft(transfers.length, `requests:\n${listing}`).toBeLessThanOrEqual(requests)
        expect.soft(total, `kB of scripts:\n${listing}`).toBeLessThanOrEqual(scriptKB)
      },
    )
  })
}

interface Transfer {
  type: string
  url: string
  encoding: string | undefined
  /** Bytes of the compressed body. */
  bytes: number
}

/** Starts with an empty cache and records every request from now on by its id. */
async function recordTransfers(page: Page): Promise<Map<string, Transfer>> {
  const session = await page.context().newCDPSession(page)
  const transfers = new Map<string, Transfer>()
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    transfers.set(requestId, { type, url: new URL(request.url).pathname, encoding: undefined, bytes: 0 })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const transfer = transfers.get(requestId)
    if (!transfer) return
    const headers = new Headers(response.headers)
    transfer.encoding = headers.get('content-encoding') ?? undefined
    transfer.bytes = Number(headers.get('content-length'))
  })
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: false })
  await session.send('Network.clearBrowserCache')
  return transfers
}
