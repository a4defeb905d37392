import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const OWN = fileURLToPath(new URL('../src/ui/icon.ts', import.meta.url))

/** Draws Lucide's icons with the console's own component, and leaves out what that does not read: names and random keys. */
export function leanIcons(): Plugin {
  return {
    name: 'switchyard:lean-icons',
    apply: 'build',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/.*\.mjs$/ },
      handler: (code) => ({ code: leanIcon(code), map: null }),
    },
  }
}

/** Exported for the test: a new version of the package may write its files in another way. */
export const leanIcon = (code: string) =>
  code
    .replace('../createLucideIcon.mjs', OWN)
    .replaceAll(/, key: "\w+"/g, '')
    .replace(/\n\s*(?:name: "[\w-]+",|aliases: \[.*?\],?)(?=\n)/gs, '')
    .replace(/\n\s*size: 24,/, '')
    .replace('__iconData.node;', '')
