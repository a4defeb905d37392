import { expect, test } from 'bun:test'
import { ROLE } from '#contract/roles.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { mayEdit, refusalOf } from './refusal.ts'

const user = { role: ROLE.user, status: USER_STATUS.enabled }
const admin = { role: ROLE.admin, status: USER_STATUS.enabled }
const root = { role: ROLE.root, status: USER_STATUS.enabled }

test('administrators act on those below them, root on all', () => {
  expect([user, admin, root].map((other) => mayEdit(admin, other))).toEqual([true, false, false])
  expect([user, admin, root].map((other) => mayEdit(root, other))).toEqual([true, true, true])
  expect(mayEdit(null, user)).toBe(false)
})

test('an administrator can do nothing to equals and to root, and cannot promote', () => {
  for (const action of ['promote', 'demote', 'enable', 'disable', 'delete'] as const) {
    expect(refusalOf(action, admin, admin)).toBe('rank')
    expect(refusalOf(action, admin, root)).toBe('rank')
  }
  expect(refusalOf('promote', admin, user)).toBe('promoteRootOnly')
  expect(refusalOf('demote', admin, user)).toBe('alreadyUser')
  expect(refusalOf('disable', admin, user)).toBeNull()
  expect(refusalOf('delete', admin, user)).toBeNull()
})

test('root moves others between the roles, and stays what root is', () => {
  expect(refusalOf('promote', root, user)).toBeNull()
  expect(refusalOf('promote', root, admin)).toBe('alreadyAdmin')
  expect(refusalOf('demote', root, admin)).toBeNull()
  expect(refusalOf('demote', root, root)).toBe('rootDemote')
  expect(refusalOf('disable', root, root)).toBe('rootDisable')
  expect(refusalOf('delete', root, root)).toBe('rootDelete')
})

test('a status that is neither active nor banned cannot be enabled', () => {
  expect(refusalOf('enable', root, { role: ROLE.user, status: 3 })).toBe('statusUnknown')
  expect(refusalOf('enable', root, { role: ROLE.user, status: USER_STATUS.disabled })).toBeNull()
})
