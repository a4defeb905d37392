import type { Page } from '@playwright/test'
import axe, { type RuleObject } from 'axe-core'

export type Theme = 'light' | 'dark'

/** The other rules judge the same document as in the light theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Menus and popovers stand behind the page, outside of its landmarks: what is open is judged without that rule.
 */
export const OPEN = { region: { enabled: false } }

/**
 * What axe finds, by rule and element. Nothing moves or fades meanwhile: of a message that goes, colours half gone would be
 * judged. The half megabyte of axe's code stays as long as the document does.
 */
export async function violations(page: Page, theme: Theme, rules: RuleObject = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ only, rules }) => {
      const still = new CSSStyleSheet()
      still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
      document.adoptedStyleSheets.push(still)
      const runOnly = only && { runOnly: only }
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
        resultTypes: ['violations'],
        rules,
        ...runOnly,
      })
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
      // The guards around what is open are hidden and take the focus only to hand it on.
      const isGuard = (html: string) => html.includes('data-base-ui-focus-guard')
      return violations.flatMap(({ id, nodes }) =>
        nodes.filter(({ html }) => id !== 'aria-hidden-focus' || !isGuard(html)).map(({ html }) => `${id}: ${html}`),
      )
    },
    { only: theme === 'dark' ? COLOUR_RULES : undefined, rules },
  )
}
