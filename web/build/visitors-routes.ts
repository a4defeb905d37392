import type { Plugin } from 'vite'

const VISITORS = '?visitors'

/**
 * Gives the router of the build the addresses of visitors' pages alone. Those of members are in the file of the members'
 * frame, which imports the whole tree: together they are a third of what the login page would download of the console.
 */
export function visitorsRoutes(): Plugin {
  return {
    name: 'switchyard:visitors-routes',
    apply: 'build',
    transform: {
      filter: { id: /\/web\/src\/(?:router\.tsx|routeTree\.gen\.ts\?visitors)$/ },
      handler(code, id) {
        if (!id.endsWith(VISITORS)) return code.replace('routeTree.gen.ts', (name) => name + VISITORS)
        const kept = this.parse(code).body.filter(
          (statement) => !isOfMembers(code.slice(statement.start, statement.end)),
        )
        return kept
          .map(({ start, end }) => code.slice(start, end))
          .join('\n')
          .replace(/^\s*ConsoleRoute: .*$/m, '')
      },
    },
  }
}

/** Whether a statement of the generated tree imports, or makes, a route below `_console`. */
const isOfMembers = (statement: string) =>
  /^(?:import .*['"]\.\/routes\/_console|(?:export )?(?:const|var|let) Console)/s.test(statement)
