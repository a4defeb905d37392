import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml'

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
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${name}:${line}:${col}`
  }
  const [error] = document.errors
  if (error) throw new YamlError(`${at(error.pos[0])} ${error.message}`)
  // A model called 1e3 is not the number 1000.
  visit(document, {
    Pair(_, { key }) {
      if (isScalar(key) && typeof key.value !== 'string') key.value = key.source ?? String(key.value)
    },
  })
  const value: unknown = readValue(document, name) ?? {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new YamlError(`${name}: there must be sections`)
  return { value: value as Record<string, unknown>, placeOf: (path) => at(offsetOf(document, path)) }
}

function readValue(document: Document, name: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    throw new YamlError(`${name}: ${(error as Error).message}`)
  }
}

/** The offset of the deepest part of a path that is there: of a key, where the path ends at one. */
function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents
  let offset = 0
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document)
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === String(part)) : undefined
    const item = isSeq(node) ? node.items[Number(part)] : undefined
    if (!isPair(pair) && item === undefined) break
    const found = (pair ? pair.key : item) as Node
    offset = found.range?.[0] ?? offset
    node = pair ? pair.value : item
  }
  return offset
}
