import { expect, test } from 'bun:test'
import type { JsonObject } from '../conversation.ts'
import { readRequest } from './read-request.ts'

const read = (request: JsonObject) => readRequest(request, false)
const model = (...parts: JsonObject[]) => ({ role: 'model', parts })
const user = (...parts: JsonObject[]) => ({ role: 'user', parts })
const call = (name: string, id?: string) => ({ functionCall: { name, args: {}, ...(id ? { id } : {}) } })
const result = (name: string, id?: string) => ({
  functionResponse: { name, response: { output: 'ok' }, ...(id ? { id } : {}) },
})

/** The ids of all calls, and then of all results. */
function ids(...contents: JsonObject[]): string[] {
  return read({ contents }).turns.flatMap(({ parts }) => parts.flatMap((part) => ('id' in part ? [part.id] : [])))
}

test('results belong to the earliest call of their name that is not answered', () => {
  const calls = [call('f'), call('g'), call('f')]
  expect(ids(model(...calls), user(result('f'), result('f'), result('g'), result('h')))).toEqual([
    ...['call_0', 'call_1', 'call_2'],
    ...['call_0', 'call_2', 'call_1', 'h'],
  ])
})

test('a call that was answered by its id is not answered again', () => {
  expect(ids(model(call('f', 'a'), call('f', 'b')), user(result('f', 'a'), result('f')))).toEqual(['a', 'b', 'a', 'b'])
})
