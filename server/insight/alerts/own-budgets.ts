import { sumWords } from '../../money/receipts/quota-text.ts'
import { queueForUser } from '../../people/notices/tell-user.ts'
import type { Platform } from '../../platform/platform.ts'
import { usedBudgets } from './facts/queries.ts'
import { BUDGET_STEPS, type BudgetState, budget, judgeBudget } from './kinds/budget.ts'
import { endUnknown, type Finding } from './kinds/kind.ts'
import { budgetOwners, usersWithOpenBudgets } from './queries.ts'
import { applyFindings, listOpen, type Owner } from './transitions.ts'

/** Tells users who have sinks of their own when half, 80 and 100 % of a budget of theirs or of their tokens are used. */
export async function evaluateOwnBudgets({ store, options }: Platform, now: number): Promise<void> {
  const used = (await usedBudgets(store.db, now)).filter(({ scope }) => scope === 'user' || scope === 'token')
  const owners = await budgetOwners(store.db, used)
  const byUser = new Map<number, BudgetState[]>()
  for (const state of used) {
    const user = owners.get(state.id)
    if (user !== undefined) byUser.set(user, [...(byUser.get(user) ?? []), state])
  }
  const users = new Set([...byUser.keys(), ...(await usersWithOpenBudgets(store.db))])
  const [first = 50] = BUDGET_STEPS
  for (const user of users) {
    const owner: Owner = { rule_id: 0, user_id: user, kind: 'budget', urgent: false }
    const states = byUser.get(user) ?? []
    const money = (units: number) => sumWords(units, options.values)
    const found: Finding[] = states.flatMap((state) => judgeBudget(state, first, money) ?? [])
    await store.db.transaction().execute(async (trx) => {
      const open = new Set((await listOpen(trx, owner)).map(({ subject }) => subject))
      const ended = endUnknown(
        open,
        found.map(({ subject }) => subject),
      )
      const items = await applyFindings(trx, owner, [...ended, ...found], budget.recovered, now)
      await queueForUser(trx, user, items, now, true)
    })
  }
}
