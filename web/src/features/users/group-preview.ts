import type { User } from '#contract/api/users.ts'
import { mayEdit } from './refusal.ts'
import { stateOfUser } from './standing.ts'

/** What moving users into a group would do. */
export interface GroupPreview {
  changed: User[]
  /** Those that are in it already. */
  same: User[]
  /** Those that stay, by why: a key of the catalogue. */
  refused: { user: User; why: 'refusal.rank' | 'refusal.deleted' }[]
}

/** Sorts users by what moving them would do, by the server's own rules. */
export function previewGroup(actor: Pick<User, 'role'> | null, users: readonly User[], group: string): GroupPreview {
  const preview: GroupPreview = { changed: [], same: [], refused: [] }
  for (const user of users) {
    if (stateOfUser(user) === 'deleted') preview.refused.push({ user, why: 'refusal.deleted' })
    else if (!mayEdit(actor, user)) preview.refused.push({ user, why: 'refusal.rank' })
    else (user.group === group ? preview.same : preview.changed).push(user)
  }
  return preview
}
