import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserOptions } from './browser.ts'
import { TIER } from './harness/tiers.ts'

/** What a tier leaves to those after it, by the tags of tests. */
const LEFT = { quick: /@all|@nightly/, all: /@nightly/, nightly: undefined }[TIER]

// Lists and charts begin with today: a run takes the zone in which no day ends soon. Browser, servers and workers inherit it.
process.env.E2E_ZONE ??= [21, 22, 23, 0, 1, 2].includes(new Date().getUTCHours()) ? 'Etc/GMT-12' : 'UTC'
process.env.TZ = process.env.E2E_ZONE

/** Run under Node: `node node_modules/@playwright/test/cli.js test -c test/playwright.config.ts`. Specs start their own server. */
export default defineConfig({
  testDir: './e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/snapshots.ts',
  outputDir: '../test-results',
  // Each waits a good part of its time. Every worker has a browser and a server of its own.
  workers: Math.min(Math.ceil(availableParallelism() * 1.5), 6),
  fullyParallel: true,
  ...(LEFT && { grepInvert: LEFT }),
  forbidOnly: !!process.env.CI,
  // A machine that stops for seconds is no defect of the product. What passes only then is listed as flaky, to be mended.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  // How long a page takes is asserted nowhere: a test waits for what must come as long as a slow machine needs. No test has
  // a limit of its own.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  projects: [
    {
      name: 'chromium',
      use: {
        browserName: 'chromium',
        headless: true,
        // A press that finds nothing to press ends with the limit of all waits, and not with that of the whole test.
        actionTimeout: 60_000,
        navigationTimeout: 60_000,
        launchOptions: await browserOptions(),
        locale: 'zh-CN',
        viewport: { width: 1440, height: 900 },
        // What moves costs a tenth of all time; tests that are about motion switch it on.
        contextOptions: { reducedMotion: 'reduce' },
        // Recording costs 40 % of all time: `--trace retain-on-failure` repeats a failed test with one.
        trace: 'off',
        screenshot: 'only-on-failure',
      },
    },
  ],
})
