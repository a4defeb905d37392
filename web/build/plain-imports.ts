import type { Plugin } from 'vite'

/**
 * Lets later parts of the console be imported as they are. Vite's own function fetches what a part imports beside it, from
 * lists that the code would carry; here the page names its files (page-list.ts), and all styles are in one.
 */
export function plainImports(): Plugin {
  return {
    name: 'switchyard:plain-imports',
    apply: 'build',
    config: () => ({
      // Browsers that cannot fetch modules ahead fetch the same files a little later.
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
        },
      },
    }),
    transform: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => ({ code: 'export const __vitePreload = (load) => load()', map: null }),
    },
    generateBundle(_, bundle) {
      const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'))
      if (styles.length > 1) this.error(`Styles of a later part would not be loaded: ${styles.join(', ')}`)
    },
  }
}
