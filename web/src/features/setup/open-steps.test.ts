import { expect, test } from 'bun:test'
import type { SetupFacts } from '#contract/api/setup.ts'
import { isHidden, openSteps, stillHidden } from './open-steps.ts'

const HERE = 'https://gateway.example.com'
const DONE: SetupFacts = {
  default_password: false,
  language_chosen: true,
  server_address: HERE,
  channels: 'proven',
  unpriced: 0,
  called: true,
  entry_reviewed: true,
  mail: 'not_needed',
  hidden: [],
  alerts: 0,
}

test('nothing is open when everything is done', () => {
  expect(openSteps(DONE, HERE)).toEqual([])
})

test.each([
  ['password', { default_password: true }],
  ['language', { language_chosen: false }],
  ['address', { server_address: '' }],
  ['address', { server_address: 'http://gateway.example.com' }],
  ['channel', { channels: 'none' }],
  ['channel', { channels: 'unproven' }],
  ['prices', { unpriced: 1 }],
  ['call', { called: false }],
  ['entry', { entry_reviewed: false }],
  ['mail', { mail: 'open' }],
] as const)('%s is open with %p', (step, facts) => {
  expect(openSteps({ ...DONE, ...facts }, HERE)).toEqual([step])
})

test('a server below a path is where the bar says', () => {
  expect(openSteps({ ...DONE, server_address: `${HERE}/gateway` }, HERE)).toEqual([])
})

test('the list is hidden as long as nothing else opens', () => {
  expect(isHidden(['mail'], [])).toBe(false)
  expect(isHidden(['mail'], ['entry', 'mail'])).toBe(true)
  expect(isHidden(['prices', 'mail'], ['mail'])).toBe(false)
})

test('a step that was done meanwhile is not hidden when it opens again, but for the address', () => {
  expect(stillHidden(['mail'], ['address', 'prices', 'mail'])).toEqual(['address', 'mail'])
})
