// Writes web/src/routeTree.gen.ts and web/src/lib/i18next.gen.d.ts, which are not kept in the repository, so that types can
// be checked on a fresh clone. Resolving the Vite configuration runs the generators: their settings live in one place.
import { fileURLToPath } from 'node:url'
import { resolveConfig } from 'vite'

await resolveConfig({ configFile: fileURLToPath(new URL('../web/vite.config.ts', import.meta.url)) }, 'build')
