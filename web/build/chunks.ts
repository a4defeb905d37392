/** The part of Rolldown's graph that is read here. */
interface Graph {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null
}

/** What every list consists of, also the public one, which has a table of its own. */
const LIST_PARTS = new RegExp(
  `/web/src/ui/(?:table/(?:${[
    'choice-filter',
    'expand-button',
    'head-look',
    'list-page',
    'list-states',
    'name-some',
    'open-row',
    'pager',
    'pages',
    'row-checkbox',
    'search-filter',
    'selection',
    'selection-bar',
    'sort-button',
    'toolbar',
    'use-list',
    'use-row-keys',
    'use-selection',
  ].join(
    '|',
  )})|checkbox|lazy-menu|select)\\.tsx?$|/icons/(?:arrow-up|funnel-x|inbox|refresh-cw|search-x|shield-x)\\.m?js$`,
)

/** What every drawer consists of, whatever it edits. */
const FORM_PARTS =
  /\/web\/src\/ui\/(?:drawer|form\/(?:error-text|field|field-labels|first-field|form|form-buttons|form-layout|form-skeleton|record-form|resolver|text-field|use-edit-form|use-leave-guard))\.tsx?$/

/**
 * Puts what every page needs into two files: `vendor`, which changes with dependencies, and `console`, which changes
 * with the product. Left alone, each set of pages that share a module gets a file, dozens of a few hundred bytes.
 * Schemas are left to the bundler, since only some forms validate with them. `entry` is what login, registration and
 * reset share: these have the smallest budget.
 */
export const chunkGroups = [
  {
    name: (id: string, graph: Graph) => (isEager(id, graph) ? 'vendor' : null),
    debugName: 'vendor',
    test: /\/node_modules\/(?!zod\/)/,
    includeDependenciesRecursively: false,
  },
  {
    name: (id: string, graph: Graph) => (isEager(id, graph) ? 'console' : null),
    debugName: 'console',
    test: /\/(?:web\/src|contract)\/(?!main\.tsx|.*\?schemas$)|preload-helper/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'entry',
    debugName: 'entry',
    test: /\/features\/(?:entry\/(?:entry-frame|field-note|text-field|third-party|use-bot-check|ways)|session\/(?:password-field|prefill|use-entered))\.tsx?$/,
    includeDependenciesRecursively: false,
  },
  {
    name: (id: string, graph: Graph) => (isEager(id, graph) ? null : 'list'),
    debugName: 'list',
    test: LIST_PARTS,
    includeDependenciesRecursively: false,
  },
  { name: 'form', debugName: 'form', test: FORM_PARTS, includeDependenciesRecursively: false },
]

/** Whether the entry reaches a module through static imports alone. */
function isEager(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = graph.getModuleInfo(id)
  if (!info) return false
  return info.isEntry || info.importers.some((importer) => isEager(importer, graph, seen))
}
