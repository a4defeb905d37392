import type { User } from '#contract/api/users.ts'

export interface NewUserValues extends Record<string, string> {
  username: string
  display_name: string
  password: string
}

export const newUser: NewUserValues = { username: '', display_name: '', password: '' }

/** A user as the edit form holds it. What may not change is not in it. */
export interface UserFormValues extends NewUserValues {
  group: string
  /** As typed: `+5`, `-2`, or a new balance; "" leaves it. */
  balance: string
  /** Why the balance changes. */
  reason: string
}

export function valuesOfUser({ username, display_name, group }: User): UserFormValues {
  return { username, display_name, group, password: '', balance: '', reason: '' }
}
