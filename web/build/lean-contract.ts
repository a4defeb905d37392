import type { Plugin } from 'vite'

interface Node {
  type: string
  start: number
  end: number
}
interface Edit {
  start: number
  end: number
  text: string
}

/** What calling an endpoint needs; schemas are there for the server and for forms that import them by name. */
const KEPT = ['method', 'path']

/**
 * Takes the schemas out of endpoint declarations and marks the other declarations as free of side effects, so that a
 * page ships only the schemas it validates with. Without it every page would carry zod and the whole contract.
 */
export function leanContract(): Plugin {
  return {
    name: 'switchyard:lean-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      handler(code) {
        const program = this.parse(code)
        const edits = [...nodesOf(program)].filter(isEndpointCall).map((call) => lean(code, call.arguments[0]))
        for (const statement of program.body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type !== 'VariableDeclaration') continue
          for (const { init } of declaration.declarations) {
            if (init?.type === 'CallExpression') edits.push(insert(init.start, PURE), insert(init.end, ')()'))
          }
        }
        return { code: apply(code, edits), map: null }
      },
    },
  }
}

const PURE = '/*@__PURE__*/ (() => '

interface EndpointCall extends Node {
  arguments: [Node & { properties: (Node & { key?: { name: string } })[] }]
}

function isEndpointCall(node: Node): node is EndpointCall {
  const { type, callee } = node as Node & { callee?: { name?: string } }
  return type === 'CallExpression' && callee?.name === 'endpoint'
}

function lean(code: string, { start, end, properties }: EndpointCall['arguments'][0]): Edit {
  const kept = properties.filter(({ key }) => key && KEPT.includes(key.name))
  return { start, end, text: `{ ${kept.map((property) => code.slice(property.start, property.end)).join(', ')} }` }
}

/** A node and everything below it. */
function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) yield value as Node
  for (const child of Object.values(value)) yield* nodesOf(child)
}

function insert(at: number, text: string): Edit {
  return { start: at, end: at, text }
}

/** Works from the end, so that the positions of what comes earlier stay true. */
function apply(code: string, edits: Edit[]) {
  return edits
    .toSorted((one, other) => other.start - one.start || other.end - one.end)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
