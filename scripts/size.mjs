// Checks what a browser must download before a page works: gzipped JavaScript of the entry, of the page's route chunks
// and of everything they import statically. Run after a build; exits 1 when a budget is exceeded.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../dist/web/', import.meta.url))
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
const CATALOGUES = ['zh/common', 'zh/shell']

/** Kilobytes (1000 bytes) of gzipped JavaScript; by what the address of the page ends in. */
const BUDGETS = { '/login': 150, '/': 150, '/about': 150 }
const SIGNED_IN_BUDGET = 210
const PAGE_BUDGET = 40
const CSS_BUDGET = 20

const keys = Object.keys(manifest)
const entry = keys.find((key) => manifest[key].isEntry)
const ofRoute = (file) => keys.filter((key) => key.startsWith(`src/routes/${file}?tsr-split`))
const layout = [...ofRoute('__root.tsx'), ...ofRoute('_console.tsx')]

const routes = readdirSync(fileURLToPath(new URL('../web/src/routes/', import.meta.url)), { recursive: true })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.tsx') && !basename(file).startsWith('_') && !file.startsWith('dev.'))

let failed = false
const rows = routes.sort().map((file) => {
  const path = `/${file.replace(/^_console\//, '').replace(/(?:^|\/)(?:index|route)?\.tsx$|\.tsx$/, '')}`
  const chunks = ofRoute(file)
  const before = closure([entry, ...layout, ...CATALOGUES.map((name) => `src/locales/${name}.json`)])
  const all = closure([...before, ...chunks])
  const total = kilobytes(all)
  const own = kilobytes([...all].filter((key) => !before.has(key)))
  const budget = BUDGETS[path] ?? SIGNED_IN_BUDGET
  return report(path, total, budget, own)
})
const css = new Set(keys.flatMap((key) => manifest[key].css ?? []))
rows.push(report('all CSS', sum(css), CSS_BUDGET, 0))
console.table(Object.fromEntries(rows))
process.exit(failed ? 1 : 0)

function report(name, total, budget, own) {
  const ok = total <= budget && own <= PAGE_BUDGET
  failed ||= !ok
  return [name, { 'total kB': round(total), budget, 'page kB': round(own), ok: ok ? 'yes' : 'NO' }]
}

/** The keys given and everything they import statically. */
function closure(from, seen = new Set()) {
  for (const key of from) {
    if (seen.has(key)) continue
    if (!manifest[key]) throw new Error(`No chunk ${key} in the build`)
    seen.add(key)
    closure(manifest[key].imports ?? [], seen)
  }
  return seen
}

function kilobytes(of) {
  return sum(new Set([...of].map((key) => manifest[key].file)))
}

function sum(files) {
  return [...files].reduce((total, file) => total + statSync(join(dist, `${file}.gz`)).size, 0) / 1000
}

function round(value) {
  return Math.round(value * 10) / 10
}
