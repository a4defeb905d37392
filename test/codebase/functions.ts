import { parseSync } from 'vite'

/** A function or method in a file, with the functions inside it. */
export interface FunctionSize {
  name: string
  /** Where it begins, counted from 1. */
  line: number
  /** From its first line to its last, both included. */
  lines: number
}

/** Returns the functions in a TypeScript file that have more than `max` lines. Nameless ones have the name of what holds them. */
export function longFunctions(path: string, text: string, max: number): FunctionSize[] {
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineAt = (position: number) => lineStarts.findLastIndex((start) => start <= position) + 1
  const found: FunctionSize[] = []
  visitFunctions(path, text, (node, name) => {
    const line = lineAt(node.start)
    const lines = lineAt(node.end) - line + 1
    if (lines > max) found.push({ name, line, lines })
  })
  return found
}

/** Calls `take` with every function and method in a TypeScript file, and its name or that of what holds it. */
export function visitFunctions(path: string, text: string, take: (node: Node, name: string) => void): void {
  visit(parseSync(path, text).program, '(nameless)', take)
}

/** A piece of code; its places are counted in UTF-16 units. Source: the ESTree specification, as oxc-parser writes it. */
export interface Node {
  type: string
  start: number
  end: number
  [property: string]: unknown
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

function visit(value: unknown, holder: string, take: (node: Node, name: string) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, holder, take)
  if (!isNode(value)) return
  const name = nameOf(value.id) ?? nameOf(value.key) ?? holder
  if (FUNCTIONS.has(value.type)) take(value, name)
  for (const child of Object.values(value)) visit(child, name, take)
}

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function nameOf(id: unknown): string | undefined {
  const name = isNode(id) ? (id.name ?? id.value) : undefined
  return typeof name === 'string' ? name : undefined
}
