/** The part of Rolldown's graph that is read here. */
interface Graph {
  getModuleInfo(id: string): Info | null
}
interface Info {
  code: string | null
  isEntry: boolean
  importers: readonly string[]
  dynamicImporters: readonly string[]
  importedIds: readonly string[]
}

/** A module that so many pages need is no page's own. */
const MANY_PAGES = 9
const SEVERAL_PAGES = 5
const SEVERAL_PUBLIC_PAGES = 5
/** Characters of source, with all that it imports: less is not worth a request of its own once two pages need it. */
const SMALL = 1500

const PAGE = /\/web\/src\/routes\/(?!dev\.).*\?tsr-split=/
const MEMBERS_PAGE = /\/routes\/_console/
const NESTED_PAGE = /\/routes\/_console\/[^/?]+(?:\/|_\.\$id\.)/
const CHANNELS_PAGE = /\/routes\/_console\/channel\.tsx\?/
/** Small parts of the list of channels that health, alerts and the page of a channel show too. */
const CHANNELS = /\/web\/src\/features\/(?:channels|traffic)\//
/** Library parts of the login page; barrels hide which page imports them. */
const LOGIN_RESTS = /\/(?:mutationObserver|useMutation)\.js$/
const LOGIN_PAGE = /\/routes\/login\.tsx\?/
/** What the pages around the login share; each is too short for a request. */
const ENTRY = /\/web\/src\/features\/entry\//
const FRAME = /\/web\/src\/(?:console-parts\.ts|routes\/_console\.tsx\?tsr-split=.*)$/
/** Endpoints of logins and their proofs: three files that the same pages need, and each too short for a request of its own. */
const PROOFS = /\/contract\/api\/(?:identity|passkeys|second-factor)\.ts$/
/** What the lists of records share; each too short for a request. */
const RECORDS = /\/web\/src\/(?:lib\/records|ui\/table\/bulk\/use-row-changes)\.ts$/
/** What fields of forms and of the settings share; each too short for a request. */
const FIELDS =
  /\/web\/src\/ui\/(?:form\/fields\/(?:lines|line-errors|json-check)|choice\/(?:combobox-option|use-keep-focus|split-names))\.tsx?$/
/** Only forms that validate load these; lean-contract.ts separates them from what pages call. */
const SCHEMAS = /\?schemas$|\/node_modules\/zod\//

/**
 * Puts a module into a chunk by the pages that import it, directly or not:
 *
 * - `vendor` and `main`: what the entry imports; libraries change less often than the console's own code;
 * - `entry`: modules of the login page and other pages;
 * - `public`: what several further pages for visitors share;
 * - `shared`: what many pages, or the members' frame, share with something that visitors load;
 * - `console`: the members' frame and what many of their pages share;
 * - `proofs`: endpoints of logins and their proofs;
 * - `records`: what the lists of records share;
 * - `fields`: what fields of forms and of the settings share;
 * - `channels`: what the list of channels shares with other pages;
 * - `forms`: what several forms over lists share, and nothing for visitors;
 * - `<page>-parts`: what one page shares with parts that it loads later.
 *
 * A small module counts as shared by many as soon as two pages import it. The bundler splits the rest by itself. What a
 * module imports has at least the pages of that module and is no larger, so a chunk imports only chunks that are named
 * before it, and modules run in the right order.
 */
export const chunkGroups = [
  {
    name: 'vendor',
    tags: ['$initial' as const],
    // Icons of the library are drawn by this file: it must run before them.
    test: /\/node_modules\/|\/web\/src\/ui\/icon\.ts$/,
    includeDependenciesRecursively: false,
  },
  { name: 'main', tags: ['$initial' as const], includeDependenciesRecursively: false },
  { name: chunkOf, debugName: 'by pages', includeDependenciesRecursively: false },
]

function chunkOf(id: string, graph: Graph): string | null {
  if (SCHEMAS.test(id)) return null
  const { isInitial, isInFrame, pages, publicParts, laterParts } = audienceOf(id, graph)
  // Drawers over lists are pages, too: what they alone need, such as dialogs and forms, is no other page's.
  const whole = pages.filter((page) => !NESTED_PAGE.test(page))
  const isSmallShared = pages.length > 1 && whole.length > 0 && sizeOf(id, graph) < SMALL
  const isOfMembers = isInFrame || whole.length >= MANY_PAGES
  const isOfLogin = pages.length > 1 && (ENTRY.test(id) || pages.some((page) => LOGIN_PAGE.test(page)))
  const isOfLists = isOfMembers || (isSmallShared && whole.some((page) => MEMBERS_PAGE.test(page)))
  // A part of a library whose other parts are in `vendor`, or what login and lists need.
  if (isInitial || (isOfLogin && isOfLists)) return isInitial && !LOGIN_RESTS.test(id) ? 'public' : 'main'
  if (isOfLogin) return 'entry'
  const publicPages = pages.filter((page) => !MEMBERS_PAGE.test(page)).length
  const isOfVisitors = publicPages >= (isSmallShared ? 2 : SEVERAL_PUBLIC_PAGES)
  if (isOfMembers || (isSmallShared && !isOfVisitors)) return isOfVisitors || publicParts > 0 ? 'shared' : 'console'
  if (isOfVisitors) return 'public'
  if (PROOFS.test(id)) return 'proofs'
  if (RECORDS.test(id)) return 'records'
  if (FIELDS.test(id)) return 'fields'
  if (publicParts > 0) return null
  if (CHANNELS.test(id) && pages.length > 1 && pages.some((page) => CHANNELS_PAGE.test(page))) return 'channels'
  const [page] = pages
  if (page && pages.length === 1 && laterParts.some((part) => isPartOf(part, page, graph)))
    return `${nameOfPage(page)}-parts`
  const isSmallForm = pages.length > 1 && sizeOf(id, graph) < SMALL
  return pages.length >= (isSmallForm ? 2 : SEVERAL_PAGES) && pages.every((at) => NESTED_PAGE.test(at)) ? 'forms' : null
}

/** All exports of a library in one list, which hides what an importer needs. */
const BARREL = /\/node_modules\/@tanstack\/.*\/index\.js$/

/**
 * The importers of a module without schemas, which only forms load. Through a barrel: what mentions the module's name,
 * which is the file's name in these libraries.
 */
function importersOf(info: Info, id: string, graph: Graph): readonly string[] {
  const importers = info.importers.filter((importer) => !SCHEMAS.test(importer))
  if (!importers.some((importer) => BARREL.test(importer))) return importers
  const name = new RegExp(`${/([^/]+)\.js$/.exec(id)?.[1]}\\b`, 'i')
  return importers.flatMap((importer) => {
    const barrel = BARREL.test(importer) && graph.getModuleInfo(importer)
    if (!barrel) return importer
    return throughBarrels(barrel, graph).filter((at) => name.test(graph.getModuleInfo(at)?.code ?? ''))
  })
}

/** The importers of a barrel, also through other barrels. */
const throughBarrels = ({ importers }: Info, graph: Graph): string[] =>
  importers.flatMap((at) => {
    const barrel = BARREL.test(at) && graph.getModuleInfo(at)
    return barrel ? throughBarrels(barrel, graph) : at
  })

/** Finds the entry, the frame and the pages that reach a module through static imports alone. */
function audienceOf(id: string, graph: Graph) {
  const reached = closure(id, graph, importersOf)
  return {
    isInitial: isInitial(id, graph),
    isInFrame: reached.some(([at]) => FRAME.test(at)),
    pages: reached.map(([at]) => at).filter((at) => PAGE.test(at)),
    publicParts: reached.filter((part) => isPublicPart(part, graph)).length,
    /** What pages load later, such as dialogs, and that needs the module too. */
    laterParts: reached.filter(([at, { dynamicImporters }]) => !PAGE.test(at) && dynamicImporters.length > 0),
  }
}

/** Whether the entry loads it later for visitors too: a page that needs no login, or a part such as the toasts. */
function isPublicPart([id, { dynamicImporters }]: [string, Info], graph: Graph) {
  return !FRAME.test(id) && !MEMBERS_PAGE.test(id) && dynamicImporters.some((importer) => isInitial(importer, graph))
}

/** `token-add` for the page of the route `_console/token/add.tsx`. */
const nameOfPage = (id: string) =>
  (/\/routes\/(?:_console\/)?([^?]+)\.tsx\?/.exec(id)?.[1] ?? 'page').replace(/\W+/g, '-').replace(/-$/, '')

/** Whether this page is among those that load the part later. */
function isPartOf([, { dynamicImporters }]: [string, Info], page: string, graph: Graph) {
  return dynamicImporters.some((importer) => closure(importer, graph, importersOf).some(([at]) => at === page))
}

/** Characters of a module and of what it imports, without what the entry imports too. */
function sizeOf(id: string, graph: Graph) {
  return closure(id, graph, ({ importedIds }) => importedIds)
    .filter(([at]) => !isInitial(at, graph))
    .reduce((sum, [, { code }]) => sum + (code?.length ?? 0), 0)
}

const initial = new WeakMap<Graph, Map<string, boolean>>()

function isInitial(id: string, graph: Graph): boolean {
  const known = initial.get(graph) ?? new Map<string, boolean>()
  initial.set(graph, known)
  const answer = known.get(id) ?? closure(id, graph, importersOf).some(([, { isEntry }]) => isEntry)
  known.set(id, answer)
  return answer
}

/** The modules that are reached from `id`, itself included. */
function closure(
  id: string,
  graph: Graph,
  next: (info: Info, id: string, graph: Graph) => readonly string[],
): [string, Info][] {
  const found = new Map<string, Info>()
  const queue = [id]
  for (const at of queue) {
    const info = graph.getModuleInfo(at)
    if (!info || found.has(at)) continue
    found.set(at, info)
    queue.push(...next(info, at, graph))
  }
  return [...found]
}
