import { expect, test } from 'bun:test'
import { readSchema, readTools, SCHEMA_TEMPLATE, schemaProblem, TOOLS_TEMPLATE, toolsProblem } from './json-settings.ts'

test('the templates are valid', () => {
  expect(readTools(JSON.stringify(TOOLS_TEMPLATE))).toHaveLength(1)
  expect(readSchema(JSON.stringify(SCHEMA_TEMPLATE))).toMatchObject({ name: 'answer', strict: true })
})

test('tools are a list of functions with names of their own', () => {
  expect(toolsProblem(' ')).toBeUndefined()
  expect(toolsProblem('[\n{"a":}\n]')).toEqual({ is: 'json', line: 2 })
  expect(toolsProblem('{}')).toEqual({ is: 'list' })
  expect(toolsProblem('[{"name":"a"},3]')).toEqual({ is: 'tool', number: 2 })
  expect(toolsProblem('[{"name":"a","parameters":[]}]')).toEqual({ is: 'tool', number: 1 })
  expect(toolsProblem('[{"type":"function","function":{"name":"a b"}}]')).toEqual({ is: 'toolName', number: 1 })
  expect(toolsProblem('[{"name":"a"},{"name":"a"}]')).toEqual({ is: 'toolTwice', number: 2 })
})

test('a function without its frame gets it', () => {
  expect(readTools('[{"name":"a"}]')).toEqual([{ type: 'function', function: { name: 'a' } }])
  expect(readTools('[{"name":')).toEqual([])
})

test('a schema is bare, or has a name', () => {
  expect(readSchema('{"type":"object"}')).toEqual({ name: 'answer', schema: { type: 'object' } })
  expect(readSchema('')).toBeUndefined()
  expect(schemaProblem('[]')).toEqual({ is: 'object' })
  expect(schemaProblem('{}')).toEqual({ is: 'schema' })
  expect(schemaProblem('{"name":"a","schema":3}')).toEqual({ is: 'schema' })
  expect(schemaProblem('{"schema":{}}')).toEqual({ is: 'schemaName' })
})
