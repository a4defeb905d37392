import type { Dice } from './dice.ts'
import { type Schema, valueFor } from './values.ts'

/** An operation of an OpenAPI document. */
export interface Operation {
  id: string
  method: string
  path: string
  relayed: boolean
  parameters: { name: string; in: string; schema: Schema }[]
  body: Schema | undefined
}

interface DocumentedOperation {
  operationId: string
  tags: string[]
  parameters: Operation['parameters']
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** Every operation of a document. */
export function operationsOf(document: { paths: Record<string, Record<string, DocumentedOperation>> }): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      relayed: operation.tags.includes('relay'),
      parameters: operation.parameters,
      body: operation.requestBody?.content['application/json']?.schema,
    })),
  )
}

/** A request for an operation, right in shape most of the time. Headers that prove a caller are for others to add. */
export function requestFor(operation: Operation, dice: Dice): { path: string; init: RequestInit } {
  const { method, parameters, body } = operation
  const query = new URLSearchParams()
  let path = operation.path
  for (const { name, in: place, schema } of parameters) {
    if (place === 'path') path = path.replace(`{${name}}`, pathPart(schema, dice))
    else if (dice.roll(2) === 0) query.append(name, asText(valueFor(schema, dice)))
  }
  const slash = dice.roll(5) === 0 ? '/' : ''
  return {
    path: `${path}${slash}?${query}`,
    init: { method, ...(body ? { body: bodyText(body, dice) } : {}) },
  }
}

/** Parts that a URL would swallow (`.`, `..`) would name another path. */
function pathPart(schema: Schema, dice: Dice): string {
  const text = dice.roll(2) === 0 ? String(dice.roll(5)) : asText(valueFor(schema, dice))
  return encodeURIComponent(text.toWellFormed()).replace(/^\.+$/, '0') || '0'
}

function bodyText(schema: Schema, dice: Dice): string {
  if (dice.roll(20) === 0)
    return dice.pick(['', '{', '[]', 'null', '"text"', '{"a":', '[[[[', '\u0000', '1e999', '{"a":1}}'])
  return JSON.stringify(valueFor(schema, dice))
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
