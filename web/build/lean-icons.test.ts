import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { leanIcon } from './lean-icons.ts'

const ICONS = new URL('../../node_modules/lucide-react/dist/esm/icons/', import.meta.url)

test('an icon is its shapes alone', () => {
  const code = leanIcon(readFileSync(new URL('circle-exclamation-point.mjs', ICONS), 'utf8'))
  expect(code).toContain('/web/src/ui/icon.ts')
  expect(code).toContain('["circle", { cx: "12", cy: "12", r: "10" }]')
  expect(code).not.toMatch(/key: |name: |aliases|size: |createLucideIcon\.mjs/)
})
