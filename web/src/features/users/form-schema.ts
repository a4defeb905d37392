import * as z from 'zod/mini'
import { newDisplayName, newPassword, newUsername, type User } from '#contract/api/users.ts'
import type { QuotaDisplay } from '#web/lib/format.ts'
import { type BalanceChange, readBalanceChange } from './balance-change.ts'

/** What a new user needs: the contract's rules. */
export const createForm = z.object({ username: newUsername, display_name: newDisplayName, password: newPassword })

/** Words for what can be wrong with a balance. */
export type BalanceWords = Record<Extract<BalanceChange, { kind: 'wrong' }>['reason'], string>

const REASON_MAX = 200

/** The names as they are may stay, whatever today's rules say; an empty password keeps the one there is. */
export const editForm = (former: User, display: QuotaDisplay, words: BalanceWords) =>
  z.object({
    username: keepOr(former.username, newUsername),
    display_name: keepOr(former.display_name, newDisplayName),
    password: keepOr('', newPassword),
    group: z.string(),
    balance: z.string().check(
      z.check(({ value, issues }) => {
        const change = readBalanceChange(value, former.quota, display)
        if (change.kind === 'wrong') issues.push({ code: 'custom', input: value, message: words[change.reason] })
      }),
    ),
    reason: z.string().check(z.trim(), z.maxLength(REASON_MAX)),
  })

/** Lets the former value pass, and others that keep the rules. */
function keepOr(former: string, rules: z.ZodMiniString) {
  return z.string().check(
    z.trim(),
    z.check(({ value, issues }) => {
      if (value === former) return
      for (const { message, ...issue } of rules.safeParse(value).error?.issues ?? []) {
        // An error code stands for words; other messages are worded by the form.
        const worded = /^[a-z_]+$/.test(message) ? { ...issue, message } : issue
        issues.push(worded as (typeof issues)[number])
      }
    }),
  )
}
