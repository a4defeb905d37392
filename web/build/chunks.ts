/** The part of Rolldown's graph that is read here. */
interface Graph {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null
}

/**
 * Puts what every page needs into two files: `vendor`, which changes with dependencies, and `console`, which changes
 * with the product. Left alone, each set of pages that share a module gets a file, dozens of a few hundred bytes.
 */
export const chunkGroups = [
  {
    name: (id: string, graph: Graph) => (isEager(id, graph) ? 'vendor' : null),
    test: /\/node_modules\/(?!lucide-react\/)/,
    priority: 2,
  },
  {
    name: (id: string, graph: Graph) => (isEager(id, graph) ? 'console' : null),
    // Icons come through one index file that everybody imports, so the graph cannot tell who needs which.
    test: /\/(?:web\/src|contract)\/(?!main\.tsx)/,
    priority: 1,
  },
]

/** Whether the entry reaches a module through static imports alone. */
function isEager(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = graph.getModuleInfo(id)
  if (!info) return false
  return info.isEntry || info.importers.some((importer) => isEager(importer, graph, seen))
}
