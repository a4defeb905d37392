import { plugin } from 'bun'

const FILES_WITH_GLOBS = /web\/src\/(?:console-parts|lib\/i18n)\.ts$/

/** Replaces Vite's `import.meta.glob` by what it stands for. */
plugin({
  name: 'import.meta.glob',
  setup(build) {
    build.onLoad({ filter: FILES_WITH_GLOBS }, async ({ path }) => ({
      contents: expandGlobs(await Bun.file(path).text(), path.slice(0, path.lastIndexOf('/'))),
      loader: 'ts',
    }))
  },
})

function expandGlobs(text: string, folder: string): string {
  return text.replace(/import\.meta\.glob<[^(]*>\(\s*(\[[^\]]*\]|'[^']*'),?\s*\)/g, (_, patterns: string) => {
    const list = [...patterns.matchAll(/'([^']+)'/g)].map(([, pattern = '']) => pattern)
    const without = list.filter((pattern) => pattern.startsWith('!')).map((pattern) => new Bun.Glob(pattern.slice(3)))
    const files = list
      .filter((pattern) => !pattern.startsWith('!'))
      .flatMap((pattern) => [...new Bun.Glob(pattern.replace(/^\.\//, '')).scanSync(folder)])
      .filter((file) => !without.some((glob) => glob.match(file)))
      .map((file) => (file.startsWith('.') ? file : `./${file}`))
    return `{${files.map((file) => `'${file}': () => import('${file}')`).join(',')}}`
  })
}
