import type { Plugin } from 'vite'
import { typeNames } from '#contract/channel-types/names.ts'

export interface Node {
  type: string
  start: number
  end: number
}
export interface Edit {
  start: number
  end: number
  text: string
}

const SCHEMAS = '?schemas'
/** What only the relay asks of a channel type; a test of the codebase checks that the console does not. */
export const RELAYS_OWN = ['operations', 'responses', 'body']

/**
 * Makes two modules of each file of contract/api, and of files of schemas that these import: endpoints as bare
 * addresses together with plain constants, and the schemas, which only the chunk of a form that validates with them
 * holds. Without it every page would carry zod and the whole contract.
 */
export function leanContract(): Plugin {
  return {
    name: 'switchyard:lean-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/(?:api\/.*|(?:[a-z-]+\/)*[a-z-]+-schemas)\.ts(?:\?schemas)?$/ },
      handler(code, id) {
        const program = this.parse(code)
        const isSchemas = id.endsWith(SCHEMAS)
        const edits = nodesOf(program).filter(isEndpointCall).map(withoutDefinition)
        const moved = { exported: [] as string[], local: [] as string[] }
        for (const statement of program.body) {
          const isExport = statement.type === 'ExportNamedDeclaration'
          const declaration = isExport ? statement.declaration : statement
          if (declaration?.type !== 'VariableDeclaration') continue
          const [{ id: name, init }] = declaration.declarations as [(typeof declaration.declarations)[0]]
          if (!init || !callsSomething(init) || name.type !== 'Identifier') continue
          const stays = isEndpointCall(init)
          if (!stays) moved[isExport ? 'exported' : 'local'].push(name.name)
          if (stays || isSchemas) edits.push(insert(init.start, PURE), insert(init.end, '))()'))
          else edits.push(cut(statement))
        }
        const { exported, local } = moved
        const links = isSchemas
          ? `export { ${local} }`
          : `import { ${[...exported, ...local]} } from '${id}${SCHEMAS}'; export { ${exported} }`
        const kept = apply(code, edits)
        return {
          code: `${isSchemas ? kept : withoutIdleImports(kept, this.parse(kept))}\n${links}`,
          map: null,
          moduleSideEffects: false,
        }
      },
    },
  }
}

/** Leaves out imports of what only the schemas used: chunks go by what imports what. */
function withoutIdleImports(code: string, program: { body: Node[] }): string {
  const imports = program.body.filter(({ type }) => type === 'ImportDeclaration') as (Node & {
    specifiers: Specifier[]
  })[]
  const words = new Set(apply(code, imports.map(cut)).match(/[\w$]+/g))
  const isIdle = ({ specifiers }: { specifiers: Specifier[] }) => !specifiers.some(({ local }) => words.has(local.name))
  return apply(code, imports.filter(isIdle).map(cut))
}

interface Specifier {
  local: { name: string }
}

const cut = ({ start, end }: Node): Edit => ({ start, end, text: '' })

/** Leaves out of the channel types what only the relay needs: it is a tenth of what the list of channels loads of them. */
export function leanTypes(): Plugin {
  return {
    name: 'switchyard:lean-types',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/channel-types\/.*\.ts$/ },
      handler(code) {
        const edits = nodesOf(this.parse(code)).filter(isRelaysOwn).map(remove)
        return { code: apply(code, edits), map: null, moduleSideEffects: false }
      },
    },
  }
}

/** Writes out the names of the channel types: the list of channels needs none of the rest, which is five times more. */
export function typeNamesAlone(): Plugin {
  return {
    name: 'switchyard:type-names',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/channel-types\/names\.ts$/ },
      handler: () => ({ code: `export const typeNames = ${JSON.stringify(typeNames)}`, map: null }),
    },
  }
}

/** A field as such: commas may stand next to each other in no object, so what is removed leaves an empty one to spread. */
const remove = ({ start, end }: Node): Edit => ({ start, end, text: '...{}' })

function isRelaysOwn(node: Node): boolean {
  const { type, key } = node as Node & { key?: { name?: string } }
  return type === 'Property' && RELAYS_OWN.includes(key?.name ?? '')
}

const PURE = '/*@__PURE__*/ (() => ('

interface EndpointCall extends Node {
  arguments: [call: Node, access: Node, definition: Node]
}

/** A schema, or a function that makes one; constants call nothing. */
function callsSomething(init: Node) {
  return nodesOf(init).some(({ type }) => type === 'CallExpression')
}

function isEndpointCall(node: Node): node is EndpointCall {
  const { type, callee } = node as Node & { callee?: { name?: string } }
  return type === 'CallExpression' && callee?.name === 'endpoint'
}

/** Calling an endpoint needs its method and path; schemas are there for the server, and for forms that import them. */
function withoutDefinition({ arguments: [call, , definition] }: EndpointCall): Edit {
  return { start: call.end, end: definition.end, text: '' }
}

/** A node and everything below it. */
function nodesOf(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(nodesOf)
  return 'type' in value ? [value as Node, ...below] : below
}

function insert(at: number, text: string): Edit {
  return { start: at, end: at, text }
}

/** Works from the end, so that the positions of what comes earlier stay true. */
export function apply(code: string, edits: Edit[]) {
  return edits
    .toSorted((one, other) => other.start - one.start || other.end - one.end)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
