import type { Words } from '#contract/words.ts'
import { endUnknown, type Finding, type Judge } from './kind.ts'

/** A budget in the window that is now, of which half is used at least. */
export interface BudgetState {
  /** Of the window. */
  id: number
  scope: string
  /** Whose it is. */
  name: string
  /** Its window and models. */
  budget: string
  used: number
  quota: number
  user_id: number
  channel_id: number
}

export interface BudgetFacts {
  budgets: readonly BudgetState[]
  money(units: number): Words
}

/** Each is told: an alert becomes worse at the next one. */
export const BUDGET_STEPS = [50, 80, 100]
const SCOPES: Record<string, Words> = {
  user: { zh: '用户', en: 'User' },
  token: { zh: '令牌', en: 'Key' },
  group: { zh: '分组', en: 'Group' },
  model: { zh: '模型', en: 'Model' },
  channel: { zh: '渠道', en: 'Channel' },
  key: { zh: '渠道密钥', en: 'Channel key' },
}
const WINDOWS: Record<string, Words> = {
  hour: { zh: '每小时', en: 'hourly' },
  day: { zh: '每日', en: 'daily' },
  week: { zh: '每周', en: 'weekly' },
  month: { zh: '每月', en: 'monthly' },
}

/** Budgets of which a share is used. A window that is over needs no message. */
export const budget: Judge<'budget', BudgetFacts> = {
  every: 60,
  evaluate: ({ budgets, money }, { percent }, open) => {
    const findings = budgets.flatMap((state) => judgeBudget(state, percent, money) ?? [])
    return [
      ...endUnknown(
        open,
        findings.map(({ subject }) => subject),
      ),
      ...findings,
    ]
  },
  recovered: (name) => ({ zh: `${name} 的预算已重置`, en: `The budget of ${name} was reset` }),
}

/** Judges one budget; `percent` is the first step that is told. */
export function judgeBudget(state: BudgetState, percent: number, money: BudgetFacts['money']): Finding | undefined {
  const { id, scope, used, quota, user_id, channel_id } = state
  const share = Math.floor((used / quota) * 100)
  const level = BUDGET_STEPS.findLast((step) => step >= percent && share >= step)
  if (level === undefined) return undefined
  const what = SCOPES[scope] ?? { zh: scope, en: scope }
  const [window = '', ...models] = state.budget.split(' ')
  const every = WINDOWS[window] ?? { zh: window, en: window }
  const of = models.length > 0 ? { zh: `（${models.join('、')}）`, en: ` (${models.join(', ')})` } : { zh: '', en: '' }
  const [spent, all] = [money(used), money(quota)]
  return {
    ...{ state: 'open', subject: String(id), name: `${state.name}`, level, value: share },
    title: {
      zh: `${what.zh} ${state.name} 的${every.zh}预算${of.zh}已用 ${share}%（${spent.zh} / ${all.zh}）`,
      en: `${what.en} ${state.name} has used ${share}% of the ${every.en} budget${of.en}: ${spent.en} of ${all.en}`,
    },
    links: { ...(user_id > 0 && { user_id }), ...(channel_id > 0 && { channel_id }) },
  }
}
