/** The part of Rolldown's graph that is read here. */
interface Graph {
  getModuleInfo(id: string): Info | null
}
interface Info {
  isEntry: boolean
  importers: readonly string[]
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
    'search-field',
    'search-filter',
    'selection',
    'sort-button',
    'toolbar',
    'use-list',
    'use-row-keys',
    'use-selection',
  ].join(
    '|',
  )})|checkbox|select)\\.tsx?$|/icons/(?:arrow-down|arrow-up|chevron-(?:down|first|last|left|right)|chevrons-up-down|funnel-x|refresh-cw|shield-x)\\.m?js$`,
)

/** What the lists of the console have from the start and the public one only later. */
const LATER_LIST_PARTS =
  /\/web\/src\/ui\/(?:table\/(?:empty-list|selection-bar)|lazy-menu)\.tsx?$|\/icons\/(?:inbox|search-x)\.m?js$/

/** What every drawer consists of, whatever it edits. */
const FORM_PARTS =
  /\/web\/src\/ui\/(?:drawer|form\/(?:error-text|field|field-labels|first-field|form|form-buttons|form-layout|form-skeleton|record-form|resolver|text-field|use-edit-form|use-leave-guard))\.tsx?$/

/** Smaller than what it costs to fetch them apart. */
const ALMOST_EVERYWHERE =
  /\/web\/src\/(?:lib\/lazy-part|ui\/(?:copy|empty-state|input))\.tsx?$|\/icons\/(?:check|copy)\.m?js$/

/** Of libraries that every page needs, what only some do: an index that names it makes it look needed everywhere. */
const LATER =
  /\/@tanstack\/(?:.*\/infiniteQueryObserver|react-query\/.*\/use(?:InfiniteQuery|MutationState)|react-router\/.*\/useBlocker)\.js$/

/**
 * Puts what every page needs into two files: `vendor`, which changes with dependencies, and `console`, which changes
 * with the product; and what comes with `behind-login.ts` into a third. Left alone, each set of pages that share a
 * module gets a file, dozens of a few hundred bytes. Schemas are left to the bundler, since only some forms validate
 * with them. `entry` is what login, registration and reset share: these have the smallest budget. A module that others
 * are made of must travel with them or earlier: two files that import each other start in the wrong order.
 */
export const chunkGroups = [
  {
    name: (id: string, graph: Graph) => (isEverywhere(id, graph) ? 'vendor' : null),
    debugName: 'vendor',
    test: /\/node_modules\/(?!zod\/|lucide-react\/)/,
    includeDependenciesRecursively: false,
  },
  {
    name: (id: string, graph: Graph) => (isEverywhere(id, graph) ? 'console' : null),
    debugName: 'console',
    test: /\/(?:web\/src|contract|lucide-react)\/(?!main\.tsx|.*\?schemas$)|preload-helper/,
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
  {
    name: (id: string, graph: Graph) => (isOnlyBehindLogin(id, graph) ? 'behind-login' : null),
    debugName: 'behind-login',
    test: /\/(?:web\/src|contract|node_modules\/lucide-react)\/(?!.*\?schemas$)/,
    includeDependenciesRecursively: false,
  },
  { name: 'later-list', debugName: 'later-list', test: LATER_LIST_PARTS, includeDependenciesRecursively: false },
  {
    name: (id: string, graph: Graph) => (!isEager(id, graph) && isReached(id, graph, isPublicPage) ? 'prices' : null),
    debugName: 'prices',
    test: /\/features\/pricing\/(?!prices\.ts)|\/routes\/pricing\.tsx|\/icons\/sigma\.m?js$/,
    includeDependenciesRecursively: false,
  },
  { name: 'form', debugName: 'form', test: FORM_PARTS, includeDependenciesRecursively: false },
]

const isEverywhere = (id: string, graph: Graph) => ALMOST_EVERYWHERE.test(id) || (isEager(id, graph) && !LATER.test(id))

const isEager = (id: string, graph: Graph) => isReached(id, graph, (_, { isEntry }) => isEntry)

/** Whether a module comes with `behind-login.ts`: no public page may have to load all of that for it. */
const isOnlyBehindLogin = (id: string, graph: Graph) =>
  !isEager(id, graph) && isReached(id, graph, isBehindLogin) && !isReached(id, graph, isPublicPage)
const isBehindLogin = (id: string) => id.endsWith('/web/src/behind-login.ts')
const isPublicPage = (id: string) => /\/web\/src\/routes\/(?!_console|dev\.)[^/]*\?tsr-split/.test(id)

/** Whether one of the modules that `isStart` names reaches a module through static imports alone. */
function isReached(
  id: string,
  graph: Graph,
  isStart: (id: string, info: Info) => boolean,
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = graph.getModuleInfo(id)
  if (!info) return false
  return isStart(id, info) || info.importers.some((importer) => isReached(importer, graph, isStart, seen))
}
