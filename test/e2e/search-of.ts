import type { Page } from '@playwright/test'

/** The search part of the page's address, in whatever order it is written; for `expect.poll`. */
export const searchOf = (page: Page) => () => Object.fromEntries(new URL(page.url()).searchParams)
