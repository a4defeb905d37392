import { expect, test } from 'bun:test'
import { longFunctions } from './functions.ts'

const found = (text: string, max = 2) => longFunctions('file.tsx', text, max)

test('a function is counted from its first line to its last, with what is inside it', () => {
  expect(found('function one() {\n  return () => {\n    return 1\n  }\n}')).toEqual([
    { name: 'one', line: 1, lines: 5 },
    { name: 'one', line: 2, lines: 3 },
  ])
})

test('methods, arrows and members have names', () => {
  const names = found(
    'class A {\n  do(): void {\n    a\n  }\n}\nconst b = async () => {\n  b\n}\nexport const c = {\n  d: () => {\n    d\n  },\n}',
  ).map(({ name }) => name)
  expect(names).toEqual(['do', 'b', 'd'])
})

test('short functions, types and declarations are none', () => {
  expect(found('function one() {\n}\ninterface B {\n  a(): void\n  b(): void\n}')).toEqual([])
  expect(found('export default <T,>(a: T) => <p>{\n  a as T\n}</p>', 2).map(({ name }) => name)).toEqual(['(nameless)'])
})
