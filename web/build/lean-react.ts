import type { Plugin } from 'vite'
import { apply, type Edit, type Node } from './lean-contract.ts'

/**
 * Functions for pages that a server drew, and for `<ViewTransition>`. React calls some of these functions for every tree;
 * without such pages they do and return nothing.
 */
const UNUSED = /Dehydrated|ViewTransition/
/** Only `hydrateRoot` makes these true, and the console never calls it. */
const NEVER = ['isHydrating', 'popHydrationState']

/**
 * Leaves out of React what the console never uses, a tenth of it: taking over pages that a server drew, view transitions,
 * and fragments with a `ref`. lean-react.test.ts checks that no page uses them, and that React still has these names.
 */
export function leanReact(): Plugin {
  return {
    name: 'switchyard:lean-react',
    apply: 'build',
    transform: {
      filter: { id: /\/react-dom\/cjs\/react-dom-client\.production\.js$/ },
      handler(code) {
        return { code: leanReactCode(code, this.parse(code) as unknown as Node), map: null }
      },
    },
  }
}

export function leanReactCode(code: string, program: Node): string {
  return apply(code, editsOf(program, code))
}

interface Any extends Node {
  id?: { name?: string } | null
  params?: { name?: string }[]
  body?: Node
  name?: string
  left?: Any
  right?: Node
  callee?: Any
  object?: Any
  property?: { name?: string }
}

/** The edits of a node and of what is below it; an edit covers everything below its node. */
function editsOf(value: unknown, code: string): Edit[] {
  if (typeof value !== 'object' || value === null) return []
  const node = value as Any
  const replaced = replacement(node, code)
  if (replaced) return [replaced]
  return Object.values(node).flatMap((child) => editsOf(child, code))
}

function replacement(node: Any, code: string): Edit | undefined {
  const by = (text: string, { start, end }: Node = node) => ({ start, end, text })
  const isNever = (at?: { name?: string } | null) => NEVER.includes(at?.name ?? '')
  switch (node.type) {
    case 'FunctionDeclaration':
      if (isNever(node.id) || UNUSED.test(node.id?.name ?? '')) return by('{}', node.body)
      // A parameter of the same name has its own value.
      return node.params?.some(isNever) ? by(code.slice(node.start, node.end)) : undefined
    case 'VariableDeclarator':
      return isNever(node.id) ? by(code.slice(node.start, node.end)) : undefined
    case 'AssignmentExpression':
      if (isUnusedExport(node.left)) return by('0')
      return isNever(node.left) && node.right ? by(code.slice(node.right.start, node.right.end)) : undefined
    case 'CallExpression':
      return isNever(node.callee) ? by('false') : undefined
    case 'Identifier':
      return isNever(node) ? by('false') : undefined
  }
}

/** `exports.hydrateRoot`, and the methods of what a fragment's `ref` holds. */
const isUnusedExport = (left?: Any) =>
  left?.property?.name === 'hydrateRoot' || left?.object?.object?.name === 'FragmentInstance'
