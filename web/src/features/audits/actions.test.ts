import { expect, test } from 'bun:test'
import { ACTION_NAMES, actionColour, actionKey, isActionName, isTargetKind } from './actions.ts'

test('acts are known by their whole name', () => {
  expect(ACTION_NAMES).toContain('channel.auto_disable')
  expect(isActionName('user.update')).toBe(true)
  expect(isActionName('user')).toBe(false)
  expect(isTargetKind('token')).toBe(true)
  expect(actionKey('channel.auto_disable')).toBe('channel_auto_disable')
})

test('the colour says what became of the thing', () => {
  expect(['user.create', 'user.delete', 'user.update', 'new.kind'].map(actionColour)).toEqual([
    'green',
    'red',
    'blue',
    'blue',
  ])
})
