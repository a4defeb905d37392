import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogueTypes } from './build/catalogue-types.ts'
import { chunkGroups } from './build/chunks.ts'
import { leanContract, leanTypes, typeNamesAlone } from './build/lean-contract.ts'
import { leanIcons } from './build/lean-icons.ts'
import { leanReact } from './build/lean-react.ts'
import { pageList } from './build/page-list.ts'
import { plainImports } from './build/plain-imports.ts'
import { precompress } from './build/precompress.ts'
import { visitorsRoutes } from './build/visitors-routes.ts'

/** Where the development server finds the API; the production build is served by the API's own process. */
const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The server replaces the placeholder with a fresh nonce in every page it sends.
  html: { cspNonce: '__NONCE__' },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // One file a page: a loader is small, and would be a request of its own.
      codeSplittingOptions: {
        defaultBehavior: [['component', 'loader']],
        splitBehavior: ({ routeId }) => (routeId.startsWith('/_console') ? undefined : [['component']]),
      },
      addExtensions: 'tsx',
      disableLogging: true,
    }),
    react(),
    tailwindcss(),
    catalogueTypes(
      fileURLToPath(new URL('src/locales/zh', import.meta.url)),
      fileURLToPath(new URL('src/lib/i18next.gen.d.ts', import.meta.url)),
    ),
    leanContract(),
    leanTypes(),
    typeNamesAlone(),
    leanIcons(),
    leanReact(),
    visitorsRoutes(),
    plainImports(),
    pageList(fileURLToPath(new URL('src/routeTree.gen.ts', import.meta.url))),
    precompress(),
  ],
  resolve: {
    // React has had this hook since 18; what libraries bring along is for older ones.
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: /^use-sync-external-store\/shim\//, replacement: 'use-sync-external-store/' },
    ],
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // A data: URL would need its own source in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: { preserveEntrySignatures: false, output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: { proxy: { '/api': api, '/v1': api, '/pg': api } },
})
