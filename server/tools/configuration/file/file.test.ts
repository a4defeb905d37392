import { expect, test } from 'bun:test'
import { namesIn, resolveReferences, withReferences } from '#contract/configuration/references.ts'
import { parseYaml } from './parse-yaml.ts'
import { writeYaml } from './write-yaml.ts'

const HARD = {
  no: 'no',
  '1e3': '1e3',
  '1.0': '2024-01-01',
  true: 'true',
  'a: b': '- x #',
  '#': "it's",
  '': ' blank ',
  通义: 'line one\n\n  line two\n',
  template: `a \${NAME} and $\${NAME} and \${not a name}`,
  tab: 'a\tb',
  number: 0.1,
  list: ['1', 2, null, true, []],
}

test('what is written is read again as the same, whatever the texts look like', () => {
  const text = writeYaml({ document: { options: HARD }, secrets: [] })
  const { value } = parseYaml(text, 'site.yaml')
  expect(resolveReferences(value, {})).toEqual({ value: { options: HARD }, problems: [] })
  expect(text).toContain('line one\n')
})

test('a key is a text as it is written, and may be there once', () => {
  expect(parseYaml('prices: {1e3: 1, 1.0: 2, 0x10: 3, no: 4, true: 5, null: 6}', 'x').value).toEqual({
    prices: { '1e3': 1, '1.0': 2, '0x10': 3, no: 4, true: 5, null: 6 },
  })
  expect(() => parseYaml('options:\n  A: 1\n  A: 2\n', 'site.yaml')).toThrow('site.yaml:3:3 Map keys must be unique')
  expect(() => parseYaml('- a', 'site.yaml')).toThrow('there must be sections')
  expect(() => parseYaml('a: [1', 'site.yaml')).toThrow('site.yaml:1:6')
  const bomb = `a: &a [x, x]\n${'bcdefghijklm'.replace(/./g, (key, at) => `${key}: &${key} [*${'abcdefghijkl'[at]}, *${'abcdefghijkl'[at]}, *${'abcdefghijkl'[at]}]\n`)}`
  expect(() => parseYaml(bomb, 'site.yaml')).toThrow('site.yaml: Excessive alias count')
})

test.each([
  ['lists', `a: ${'['.repeat(100_000)}`],
  ['mappings', `a: ${'{a: '.repeat(100_000)}`],
  ['indented mappings', Array.from({ length: 2000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ['lists in a line', `${'- '.repeat(100_000)}a`],
])('%s inside each other without end are refused', (_name, text) => {
  expect(() => parseYaml(text, 'site.yaml')).toThrow('levels inside each other')
})

test('a file may have many brackets and many lines of any indent in its texts', () => {
  const brackets = Array.from({ length: 400 }, (_, n) => `  key${n}: "["`)
  const indents = Array.from({ length: 60 }, (_, n) => `${' '.repeat(n + 2)}x`)
  const { value } = parseYaml(['a:', ...brackets, 'b: |', ...indents].join('\n'), 'site.yaml')
  expect(Object.keys(Object(value.a))).toHaveLength(400)
})

test('a place is that of the key, the item, or what should hold it', () => {
  const file = parseYaml('channels:\n  main:\n    models:\n      - a\n      - b\n', 'site.yaml')
  expect(file.placeOf(['channels', 'main', 'models', 1])).toBe('site.yaml:5:9')
  expect(file.placeOf(['channels', 'main', 'type'])).toBe('site.yaml:2:3')
  expect(file.placeOf(['alert_rules', 'x'])).toBe('site.yaml:1:1')
})

test('references are values of variables; what is none is said', () => {
  const file = {
    whole: `\${A}`,
    part: `https://\${A}/\${B}`,
    unset: `\${NONE}`,
    empty: `\${EMPTY}`,
    literal: `$\${A}`,
    wrong: `\${a b}`,
  }
  const { value, problems } = resolveReferences(file, { A: 'x', EMPTY: '' })
  expect(value).toMatchObject({ whole: 'x', unset: { $env: 'NONE' }, empty: '', literal: `\${A}` })
  expect(problems).toEqual([
    { path: ['part'], name: 'B', kind: 'unset' },
    { path: ['wrong'], name: 'a b', kind: 'wrong' },
  ])
  expect(namesIn(file)).toEqual(['A', 'B', 'NONE', 'EMPTY'])
  expect(withReferences({ secret: { $env: 'A' } })).toEqual({ secret: `\${A}` })
})
