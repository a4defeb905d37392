import { expect, test } from 'bun:test'
import { readTelegramMessage, telegramButton } from './telegram-message.ts'

test('a login is read from the message of the button', () => {
  const auth_data = { id: 42, auth_date: 1_700_000_000, hash: 'ab', first_name: 'Ann', more: 1 }
  expect(readTelegramMessage(JSON.stringify({ event: 'auth_user', auth_data }))).toEqual({
    id: '42',
    auth_date: '1700000000',
    hash: 'ab',
    first_name: 'Ann',
  })
})

test.each([
  '{"event":"resize","height":40}',
  '{"event":"auth_user"}',
  '{"event":"auth_user","auth_data":{"id":1}}',
  'null',
  '{',
  { event: 'auth_user' },
])('no login: %p', (message) => {
  expect(readTelegramMessage(message)).toBeNull()
})

test('the button is asked for by the name of the bot', () => {
  const url = new URL(telegramButton('a/b', 'https://switchyard.test', 'en'))
  expect(url.origin + url.pathname).toBe('https://oauth.telegram.org/embed/a%2Fb')
  expect(url.searchParams.get('origin')).toBe('https://switchyard.test')
})
