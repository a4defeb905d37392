import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const IMPORT = /import \{([^}]*)\} from ['"]lucide-react['"]/g

/**
 * Imports each icon from its own file instead of the index of thousands: builds faster, and the module graph tells
 * which pages need which icon.
 */
export function directIcons(): Plugin {
  let files: Map<string, string> | undefined
  return {
    name: 'switchyard:direct-icons',
    apply: 'build',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?/, code: /lucide-react/ },
      handler(code) {
        files ??= readIndex()
        const direct = (_: string, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean)
            .map((name) => importOf(name, files!))
            .join('; ')
        return { code: code.replace(IMPORT, direct), map: null }
      },
    },
  }
}

function importOf(specifier: string, files: Map<string, string>) {
  const [name, local = name] = specifier.split(/\s+as\s+/) as [string, string?]
  const file = files.get(name)
  if (!file) throw new Error(`lucide-react has no icon ${name}`)
  return `import ${local} from 'lucide-react/dist/esm/${file}'`
}

/** Exported name → file, aliases included. */
function readIndex() {
  const folder = join(createRequire(import.meta.url).resolve('lucide-react/package.json'), '../dist/esm')
  const index = readFileSync(join(folder, 'lucide-react.mjs'), 'utf8')
  const files = new Map<string, string>()
  for (const [, names, file] of index.matchAll(/export \{([^}]*)\} from '\.\/(icons\/[^']*)'/g)) {
    for (const [, name] of names!.matchAll(/default as (\w+)/g)) files.set(name!, file!)
  }
  return files
}
