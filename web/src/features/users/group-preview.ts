import type { User } from '#contract/api/users.ts'
import { mayEdit } from './refusal.ts'
import { stateOfUser } from './standing.ts'

/** The effect of moving users into a group. */
export interface GroupPreview {
  changed: User[]
  /** Users who are already in the group. */
  same: User[]
  /** Users who cannot be moved, with the reason as a translation key. */
  refused: { user: User; why: 'refusal.rank' | 'refusal.deleted' }[]
}

/** Classifies users by the effect of moving them, with the server's rules. */
export function previewGroup(actor: Pick<User, 'role'> | null, users: readonly User[], group: string): GroupPreview {
  const preview: GroupPreview = { changed: [], same: [], refused: [] }
  for (const user of users) {
    if (stateOfUser(user) === 'deleted') preview.refused.push({ user, why: 'refusal.deleted' })
    else if (!mayEdit(actor, user)) preview.refused.push({ user, why: 'refusal.rank' })
    else (user.group === group ? preview.same : preview.changed).push(user)
  }
  return preview
}
