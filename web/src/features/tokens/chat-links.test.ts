import { expect, test } from 'bun:test'
import { options } from '#contract/options.ts'
import { chatLinks, chatUrl, namedChats, siteOf, wayTo } from './chat-links.ts'

const chats: Record<string, string>[] = [{ Lobe: 'https://lobe.test/?key={key}' }, { OpenCat: 'opencat://x' }]
const status = { chats, chat_link: '', chat_link2: '' }

test('the default clients have names in the language of the reader, names of the operator stay', () => {
  const names = (language: string, more: Record<string, string>[] = []) =>
    chatLinks({ chats: [...JSON.parse(options.Chats.default), ...more] }, language).map(({ name }) => name)
  expect(names('zh').join()).toContain('官方示例')
  expect(names('en').join()).not.toMatch(/\p{Script=Han}/u)
  expect(names('en', [{ 问天: 'https://x.test' }]).at(-1)).toBe('问天')
})

test('configured chats in their order; an older single link replaces them', () => {
  expect(chatLinks(status).map((link) => link.name)).toEqual(['Lobe', 'OpenCat'])
  expect(chatLinks({ ...status, chat_link2: 'https://mj.test/' })).toEqual([
    {
      name: 'ChatGPT Next Midjourney',
      template: 'https://mj.test/#/?settings={"key":"{key}","url":"{address}"}',
    },
  ])
})

test('fills key and address; the address is encoded and loses its slash and /v1', () => {
  const template = 'https://chat.test/#/?settings={"key":"{key}","url":"{address}"}'
  expect(chatUrl(template, 'K$1', 'https://gw.test/v1/')).toBe(
    'https://chat.test/#/?settings={"key":"sk-K$1","url":"https%3A%2F%2Fgw.test"}',
  )
  expect(chatUrl('opencat://team/join?domain={address}&token={key}', 'K', 'https://gw.test/')).toBe(
    'opencat://team/join?domain=https%3A%2F%2Fgw.test&token=sk-K',
  )
})

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert("{key}")',
  'data:text/html,x',
  'blob:https://gw.test/1',
  'ms-msdt:/id',
  '{address}/chat',
  '/chat',
  'not a url',
])('refuses %p', (link) => {
  expect(chatUrl(link, 'K', 'https://gw.test')).toBeNull()
})

test('the navigation lists the chats by name, but not the older links', () => {
  expect(namedChats(status).map(({ name }) => name)).toEqual(['Lobe', 'OpenCat'])
  expect(namedChats({ ...status, chat_link: 'https://next.test' })).toEqual([])
  expect(namedChats({})).toEqual([])
})

test.each([
  ['https://chat.test/x', 'https:', 'frame', 'chat.test'],
  ['https://chat.test/x', 'http:', 'frame', 'chat.test'],
  ['http://chat.test:81/x', 'http:', 'frame', 'chat.test:81'],
  ['http://chat.test:81/x', 'https:', 'tab', 'chat.test:81'],
  ['opencat://team/join?token=x', 'https:', 'app', 'opencat://'],
  ['ama://set-api-key?key=x', 'http:', 'app', 'ama://'],
])('%s from %s is reached by %s, as %s', (url, page, way, site) => {
  expect(wayTo(url, page)).toBe(way as 'frame')
  expect(siteOf(url)).toBe(site)
})
