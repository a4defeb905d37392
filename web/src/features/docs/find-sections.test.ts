import { expect, test } from 'bun:test'
import { findSections, indexOf } from './find-sections.ts'

const entries = indexOf(
  [
    {
      id: 'keys',
      title: 'Keys',
      sections: [
        { id: '', level: 2, title: '', blocks: [{ html: '<p>A key says who pays.</p>' }] },
        {
          id: 'limits',
          level: 2,
          title: 'Limits of a <code>key</code>',
          blocks: [{ html: '<p>Groups &amp; models</p>' }],
        },
      ],
    },
    {
      id: 'errors',
      title: 'Errors',
      sections: [{ id: 'shape', level: 2, title: 'Shape', blocks: [{ code: 'curl {{root}}/v1 # limits' }] }],
    },
  ],
  'https://api.test',
)
const found = (typed: string) => findSections(entries, typed, 8).map(({ page, anchor }) => `${page}#${anchor}`)

test('sections with all words are found, titles first', () => {
  expect(found('limits')).toEqual(['keys#limits', 'errors#shape'])
  expect(found('LIMITS key')).toEqual(['keys#limits'])
  expect(found('limits nothing')).toEqual([])
  expect(found('  ')).toEqual([])
})

test('the words below a page title belong to the page', () => {
  expect(findSections(entries, 'who pays', 8)).toEqual([
    { page: 'keys', pageTitle: 'Keys', anchor: '', title: 'Keys', excerpt: 'A key says who pays.' },
  ])
})

test('entities are read, and the address is the one that readers see', () => {
  expect(findSections(entries, '& models', 8)[0]?.title).toBe('Limits of a  key')
  expect(found('api.test/v1')).toEqual(['errors#shape'])
})
