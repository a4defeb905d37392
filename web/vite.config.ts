import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter, tanstackRouterGenerator } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './build/chunks.ts'
import { directIcons } from './build/direct-icons.ts'
import { leanContract, leanTypes } from './build/lean-contract.ts'
import { precompress } from './build/precompress.ts'
import { quietLibraries } from './build/quiet-libraries.ts'

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
      // Loaders apart from pages: the data is on its way before the page's code is here.
      codeSplittingOptions: {
        defaultBehavior: [['component'], ['loader']],
        splitBehavior: ({ routeId }) => (routeId.startsWith('/_console') ? undefined : [['component']]),
      },
      addExtensions: 'tsx',
      disableLogging: true,
    }),
    // The same tree without what only members see: all that somebody who is not logged in needs.
    tanstackRouterGenerator({
      target: 'react',
      generatedRouteTree: './src/publicRouteTree.gen.ts',
      routeFileIgnorePattern: '^(?:_console|dev\\.)',
      addExtensions: 'tsx',
      disableLogging: true,
    }),
    react(),
    tailwindcss(),
    directIcons(),
    leanContract(),
    leanTypes(),
    quietLibraries(),
    precompress(),
  ],
  resolve: {
    // React has had this hook since 18; what libraries bring along is for older ones.
    alias: [
      // Every page has icons; this draws the same with a fifth of the code.
      { find: '../createLucideIcon.mjs', replacement: fileURLToPath(new URL('src/ui/lean-icon.ts', import.meta.url)) },
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: /^use-sync-external-store\/shim\//, replacement: 'use-sync-external-store/' },
    ],
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Browsers without it fetch the same files a little later.
    modulePreload: { polyfill: false },
    // A data: URL would need its own source in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: { proxy: { '/api': api, '/v1': api, '/pg': api } },
})
