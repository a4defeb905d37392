import { expect, test } from 'bun:test'
import { differences } from './describe-change.ts'

test('of a table the lines that differ are named', () => {
  expect(differences('ModelRatio', '{"a":1,"b":2,"c":3}', '{"a":1,"b":2.5,"d":0}')).toEqual([
    { name: 'b', before: '2', after: '2.5' },
    { name: 'c', before: '3', after: '' },
    { name: 'd', before: '', after: '0' },
  ])
})

test('JSON that is no table, and a new order of chat clients, are shown whole', () => {
  expect(differences('ModelRatio', '{', '{"a":1}')).toEqual([{ before: '{', after: '{"a":1}' }])
  expect(differences('Chats', '[{"a":"1"},{"b":"2"}]', '[{"b":"2"},{"a":"1"}]')).toHaveLength(1)
})

test('of a list what goes and what comes is told', () => {
  expect(differences('EmailDomainWhitelist', 'a.com,b.com', 'b.com, c.com')).toEqual([
    { before: 'a.com', after: '' },
    { before: '', after: 'c.com' },
  ])
  expect(differences('SensitiveWords', 'one\ntwo', 'one')).toEqual([{ before: 'two', after: '' }])
})

test('long texts are cut', () => {
  const [{ after = '' } = {}] = differences('About', '', 'x'.repeat(1000))
  expect(after).toHaveLength(161)
})
