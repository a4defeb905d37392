import { expect, test } from 'bun:test'
import { errors } from '../errors.ts'
import en from './en.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }

const codesOf = (texts: Record<string, object>) => Object.values(texts).flatMap((area) => Object.keys(area))

test('no code is in two areas: one text would hide the other', () => {
  expect(codesOf(zh).sort()).toEqual(Object.keys(errors).sort())
})

test('the languages have the same codes, in the same order', () => {
  expect(codesOf(en)).toEqual(codesOf(zh))
})

test('the texts of a code have the same parameters in both languages', () => {
  const parametersOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
  for (const { en, zh } of Object.values(errors)) {
    expect(zh).not.toBe('')
    expect(parametersOf(en)).toEqual(parametersOf(zh))
  }
})
