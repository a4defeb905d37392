import { expect, test } from 'bun:test'
import type { OptionKey } from '#contract/options.ts'
import type { Draft } from '../drafts/drafts.ts'
import { mailProblem, mailValues } from './mail-values.ts'

const TEXTS = new Map<OptionKey, string>([
  ['SMTPServer', 'mail.example.com'],
  ['SMTPPort', '587'],
])
const drafts = (entries: [OptionKey, string][]) =>
  new Map(entries.map(([key, text]): [OptionKey, Draft] => [key, { text, base: '' }]))

test('a test mail takes what is typed, and the password only when it was touched', () => {
  expect(mailValues(TEXTS, drafts([['SMTPPort', '465']]))).toEqual({
    SMTPServer: 'mail.example.com',
    SMTPPort: '465',
    SMTPAccount: '',
    SMTPFrom: '',
    SMTPSSLEnabled: 'false',
  })
  expect(mailValues(TEXTS, drafts([['SMTPToken', 'new']])).SMTPToken).toBe('new')
  expect(mailValues(TEXTS, drafts([['SMTPToken', '']])).SMTPToken).toBe('')
})

test('what is missing for a test mail is told', () => {
  const whole = { SMTPServer: 'mail.example.com', SMTPFrom: 'a@example.com' }
  expect(mailProblem({}, 'a@example.com')).toBe('missing')
  expect(mailProblem({ ...whole, SMTPFrom: ' ' }, 'a@example.com')).toBe('noSender')
  expect([mailProblem(whole, 'a@example.com'), mailProblem(whole, 'a@'), mailProblem(whole, '')]).toEqual([
    null,
    'invalid',
    'invalid',
  ])
})
