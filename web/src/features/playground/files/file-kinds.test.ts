import { expect, test } from 'bun:test'
import { kindOf, LARGEST, MAX_BYTES, MAX_FILES, problemOf, refusingModels } from './file-kinds.ts'

const file = (name: string, type: string, size = 10) => ({ name, type, size })

test('files are known by their type, and texts by their ending as well', () => {
  expect(kindOf(file('a.png', 'image/png'))).toBe('image')
  expect(kindOf(file('a.heic', 'image/heic'))).toBeUndefined()
  expect(kindOf(file('a.mp3', 'audio/mpeg'))).toBe('audio')
  expect(kindOf(file('a.pdf', 'application/pdf'))).toBe('pdf')
  expect(kindOf(file('a.ts', 'video/mp2t'))).toBe('text')
  expect(kindOf(file('a.zip', 'application/zip'))).toBeUndefined()
})

test('what is too large, too many or empty is refused with its reason', () => {
  expect(problemOf(file('a.png', 'image/png'), [])).toBeUndefined()
  expect(problemOf(file('a.zip', 'application/zip'), [])).toEqual({ is: 'type' })
  expect(problemOf(file('a.png', 'image/png', 0), [])).toEqual({ is: 'empty' })
  expect(problemOf(file('a.png', 'image/png', LARGEST.image + 1), [])).toEqual({ is: 'size', most: LARGEST.image })
  expect(problemOf(file('a.png', 'image/png'), [{ bytes: MAX_BYTES }])).toEqual({ is: 'total' })
  expect(problemOf(file('a.png', 'image/png'), Array(MAX_FILES).fill({ bytes: 1 }))).toEqual({ is: 'count' })
})

test('models refuse what they are known not to read; of an unknown model nothing is refused', () => {
  const models = [
    { name: 'seeing', input: ['text', 'image'] as const },
    { name: 'blind', input: ['text'] as const },
    { name: 'unknown', input: [] },
  ]
  expect(refusingModels('image', models)).toEqual(['blind'])
  expect(refusingModels('pdf', models)).toEqual(['seeing', 'blind'])
  expect(refusingModels('text', models)).toEqual([])
})
