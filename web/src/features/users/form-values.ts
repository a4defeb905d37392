import type { User } from '#contract/api/users.ts'

export interface NewUserValues extends Record<string, string> {
  username: string
  display_name: string
  password: string
}

export const newUser: NewUserValues = { username: '', display_name: '', password: '' }

/** The values of the edit form, without fields that cannot be changed. */
export interface UserFormValues extends NewUserValues {
  group: string
  /** The user's ratio, as typed. */
  user_ratio: string
  /** As typed: `+5`, `-2`, or a new balance; "" = unchanged. */
  balance: string
  /** The reason for the balance change. */
  reason: string
}

export function valuesOfUser({ username, display_name, group, user_ratio }: User): UserFormValues {
  return { username, display_name, group, user_ratio: String(user_ratio), password: '', balance: '', reason: '' }
}
