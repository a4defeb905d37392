// Checks what a browser must download before a page works: JavaScript of the entry, of the page's route chunks and of
// everything they import statically, as browsers take it, compressed with brotli. Run after a build; exits 1 when a budget is exceeded.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../dist/web/', import.meta.url))
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
const FIRST_TEXTS = 'src/locales/zh.ts'
/** The members' frame, which they download before the first page. */
const FRAME = /^_console-/

/**
 * Kilobytes (1000 bytes) of compressed JavaScript before a page works, by its path; signed-in pages share one. Public pages
 * have about two left, so that nothing grows unseen.
 */
const BUDGETS = {
  '/login': 122.8,
  '/register': 140,
  '/reset': 122.8,
  '/': 141.5,
  '/about': 138,
  // One table with the price list and the calculator.
  '/pricing': 145.5,
  '/models.index': 145.5,
  '/models.$': 139.5,
  '/models.compare': 142,
  '/status': 137.5,
  '/docs.index': 141,
  '/docs.$page': 141,
  '/price': 187,
  // Pages of objects have the forms of the objects' settings as well.
  '/channel_.$id': 242.5,
  '/token_.$id': 237,
  '/user_.$id': 237,
}
const SIGNED_IN_BUDGET = 185
/** What a page alone adds to the console's frame, without the kits that several pages share. */
const PAGE_BUDGET = 20
const SHARED_BY = 3
/** What a drawer adds to its list: overlays, form kit and, of an object, its tabs. */
const DRAWER_BUDGET = 70
const CSS_BUDGET = 15

const keys = Object.keys(manifest)
const entry = keys.find((key) => manifest[key].isEntry)
const frame = closure([entry, FIRST_TEXTS])
const files = readdirSync(fileURLToPath(new URL('../web/src/routes/', import.meta.url)), { recursive: true })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.tsx') && !file.startsWith('dev.'))
const pages = files.filter((file) => !basename(file).startsWith('_')).sort()

let failed = false
const loads = pages.map((file) => {
  const parents = ancestors(file)
  const below = closure([
    ...frame,
    ...(parents.length ? keys.filter((key) => FRAME.test(key)) : []),
    ...parents.flatMap(chunkOf),
  ])
  const isDrawer = parents.some((parent) => pages.includes(parent))
  return { file, isDrawer, below, all: closure([...below, ...chunkOf(file)]) }
})
const rows = loads.map(({ file, isDrawer, below, all }) => {
  const path = `/${file.replace(/^_console\//, '').replace(/(?:^|\/)(?:index|route)?\.tsx$|\.tsx$/, '')}`
  const added = [...all].filter((key) => !below.has(key))
  const total = kilobytes(all)
  if (isDrawer) return report(path, total, Number.POSITIVE_INFINITY, kilobytes(added), DRAWER_BUDGET)
  const own = added.filter((key) => loads.filter((page) => !page.isDrawer && page.all.has(key)).length < SHARED_BY)
  return report(path, total, BUDGETS[path] ?? SIGNED_IN_BUDGET, kilobytes(own), PAGE_BUDGET)
})
const css = new Set(keys.flatMap((key) => manifest[key].css ?? []))
rows.push(report('all CSS', sum(css), CSS_BUDGET, 0, CSS_BUDGET))
console.table(Object.fromEntries(rows))
process.exit(failed ? 1 : 0)

function report(name, total, totalBudget, own, ownBudget) {
  const ok = total <= totalBudget && own <= ownBudget
  failed ||= !ok
  const most = Number.isFinite(totalBudget) ? totalBudget : ''
  return [name, { 'all kB': round(total), most, 'own kB': round(own), 'most own': ownBudget, ok: ok ? 'yes' : 'NO' }]
}

/** Layouts around a page: `a/b/c.tsx` sits in `a.tsx` and `a/b.tsx` where they exist. */
function ancestors(file) {
  const folders = file.split('/').slice(0, -1)
  return folders
    .map((_, depth) => `${folders.slice(0, depth + 1).join('/')}.tsx`)
    .filter((name) => files.includes(name))
}

function chunkOf(file) {
  return keys.filter((key) => key.startsWith(`src/routes/${file}?tsr-split`))
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
  return [...files].reduce((total, file) => total + statSync(join(dist, `${file}.br`)).size, 0) / 1000
}

function round(value) {
  return Math.round(value * 10) / 10
}
