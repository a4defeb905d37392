import type { User } from '#contract/api/users.ts'
import type { Limits } from '#contract/limits.ts'

export interface NewUserValues extends Record<string, string> {
  username: string
  display_name: string
  password: string
}

export const newUser: NewUserValues = { username: '', display_name: '', password: '' }

/** The values of the edit form, without fields that cannot be changed. */
export interface UserFormValues {
  username: string
  display_name: string
  password: string
  group: string
  /** The user's ratio, as typed. */
  user_ratio: string
  /** As typed: `+5`, `-2`, or a new balance; "" = unchanged. */
  balance: string
  /** The reason for the balance change. */
  reason: string
  limits: Limits | null
}

export function valuesOfUser({ username, display_name, group, user_ratio, limits }: User): UserFormValues {
  const unchanged = { password: '', balance: '', reason: '' }
  return { username, display_name, group, user_ratio: String(user_ratio), limits, ...unchanged }
}
