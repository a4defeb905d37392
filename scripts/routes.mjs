// Writes web/src/routeTree.gen.ts, which is not kept in the repository, so that types can be
// checked on a fresh clone.
// Resolving the Vite configuration runs the router plugin's generator: its settings live in one place.
import { fileURLToPath } from 'node:url'
import { resolveConfig } from 'vite'

await resolveConfig({ configFile: fileURLToPath(new URL('../web/vite.config.ts', import.meta.url)) }, 'build')
