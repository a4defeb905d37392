import { expect, test } from 'bun:test'
import { contentAsHtml } from './content.ts'

test('Markdown becomes HTML', () => {
  expect(contentAsHtml('**bold** [link](https://example.com)')).toBe(
    '<p><strong>bold</strong> <a href="https://example.com">link</a></p>\n',
  )
})

test('HTML stays', () => {
  expect(contentAsHtml('<div class="a"><b>x</b></div>')).toContain('<div class="a"><b>x</b></div>')
})

test('an address alone stays an address', () => {
  expect(contentAsHtml(' https://example.com/about ')).toBe('https://example.com/about')
  expect(contentAsHtml('https://example.com and more')).toContain('<p>')
})
