import { expect, test } from 'bun:test'
import type { User } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import { previewGroup } from './group-preview.ts'

const user = (id: number, rest: Partial<User> = {}) =>
  ({ id, role: ROLE.user, status: 1, group: 'default', DeletedAt: null, ...rest }) as User

test('those move who are elsewhere and below the actor; the others stay, and it is said why', () => {
  const users = [
    user(1),
    user(2, { group: 'vip' }),
    user(3, { role: ROLE.admin }),
    user(4, { DeletedAt: '2026-01-01T00:00:00Z', group: 'vip' }),
  ]
  expect(previewGroup({ role: ROLE.admin }, users, 'vip')).toEqual({
    changed: [users[0]!],
    same: [users[1]!],
    refused: [
      { user: users[2]!, why: 'refusal.rank' },
      { user: users[3]!, why: 'refusal.deleted' },
    ],
  })
  expect(previewGroup({ role: ROLE.root }, users, 'vip').changed).toEqual([users[0]!, users[2]!])
})
