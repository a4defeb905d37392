import type { Page } from '@playwright/test'
import axe from 'axe-core'

export type Theme = 'light' | 'dark'

/** The other rules judge the same document as in the light theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What axe finds, by rule and element. Its half megabyte of code stays as long as the document does. */
export async function violations(page: Page, theme: Theme): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (rules) => {
      const runOnly = rules && { runOnly: rules }
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
        resultTypes: ['violations'],
        ...runOnly,
      })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    },
    theme === 'dark' ? COLOUR_RULES : undefined,
  )
}
