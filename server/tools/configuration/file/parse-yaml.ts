import { type Document, isAlias, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument, visit } from 'yaml'

import type { Path } from '#contract/configuration/references.ts'

/** A YAML file: what it says, and where. */
export interface YamlFile {
  value: Record<string, unknown>
  /** `site.yaml:12:5`, of the place itself or of what should hold it. */
  placeOf(path: Path): string
}

/** What is wrong with a YAML text, with its place. */
export class YamlError extends Error {}

/** Parses the text of a YAML 1.2 file; throws a YamlError. A key that is there twice is an error; keys are texts as they are written. */
export function parseYaml(text: string, name: string): YamlFile {
  const lines = new LineCounter()
  refuseDeepYaml(text, name)
  // The library's own search for repeated keys compares each with all others.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'silent',
    uniqueKeys: false,
  })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${name}:${line}:${col}`
  }
  const [error] = document.errors
  if (error) throw new YamlError(`${at(error.pos[0])} ${error.message}`)
  // A model called 1e3 is not the number 1000.
  const keys = new Map<unknown, Map<unknown, Pair>>()
  visit(document, {
    Map(_, map) {
      const pairs = new Map<unknown, Pair>()
      keys.set(map, pairs)
      for (const pair of map.items) {
        const { key } = pair
        if (!isScalar(key)) continue
        if (typeof key.value !== 'string') key.value = key.source ?? String(key.value)
        if (pairs.has(key.value)) throw new YamlError(`${at(key.range?.[0] ?? 0)} Map keys must be unique`)
        pairs.set(key.value, pair)
      }
    },
  })
  const value: unknown = readValue(document, name) ?? {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new YamlError(`${name}: there must be sections`)
  return { value: value as Record<string, unknown>, placeOf: (path) => at(offsetOf(document, keys, path)) }
}

function readValue(document: Document, name: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    throw new YamlError(`${name}: ${(error as Error).message}`)
  }
}

/** Mappings and lists inside each other, as indents and marks show them; a configuration has a tenth of it. */
const MAX_DEPTH = 100
/** Brackets that are open: those in texts count too. */
const MAX_BRACKETS = 1000
const LINE_START = /^( *)((?:[-?] +)*)/
const BRACKETS = /[[\]{}]/g

/** The library's time grows with the square of the depth, and its stack overflows. Throws a YamlError. */
function refuseDeepYaml(text: string, name: string): void {
  const indents: number[] = []
  let brackets = 0
  for (const [index, line] of text.split('\n').entries()) {
    const [, indent = '', marks = ''] = LINE_START.exec(line) ?? []
    if (line.trim() === '') continue
    while ((indents.at(-1) ?? -1) >= indent.length) indents.pop()
    indents.push(indent.length)
    for (const [bracket] of line.matchAll(BRACKETS)) {
      brackets = Math.max(0, brackets + (bracket === '[' || bracket === '{' ? 1 : -1))
      if (brackets > MAX_BRACKETS) break
    }
    if (indents.length + marks.replaceAll(' ', '').length <= MAX_DEPTH && brackets <= MAX_BRACKETS) continue
    throw new YamlError(`${name}:${index + 1}:1 there are too many levels inside each other`)
  }
}

/** The offset of the deepest part of a path that is there: of a key, where the path ends at one. */
function offsetOf(document: Document, keys: ReadonlyMap<unknown, Map<unknown, Pair>>, path: Path): number {
  let node: unknown = document.contents
  let offset = 0
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document)
    const pair = keys.get(node)?.get(String(part))
    const item = isSeq(node) ? node.items[Number(part)] : undefined
    if (!pair && item === undefined) break
    const found = (pair ? pair.key : item) as Node
    offset = found.range?.[0] ?? offset
    node = pair ? pair.value : item
  }
  return offset
}
