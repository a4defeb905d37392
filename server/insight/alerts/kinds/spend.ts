import type { RuleKind } from '#contract/alerts/rules.ts'
import type { Words } from '#contract/words.ts'
import { above, type Finding, type Judge, rounded } from './kind.ts'

/** What somebody or something was charged within a day, and by the day before that, in quota units. */
export interface Spend {
  /** An id; of models the name. */
  subject: string
  name: string
  day: number
  usual: number
}

export interface SpendFacts {
  spends: readonly Spend[]
  money(units: number): Words
}

type SpendKind = Extract<RuleKind, `${string}_spend`>

/** Judges who or what spends far more than usual. Without a history nothing is usual, and nothing opens. */
function spendOf(what: Words, kind: SpendKind): Judge<SpendKind, SpendFacts> {
  return {
    every: 300,
    evaluate: ({ spends, money }, { times, quota }) =>
      spends.flatMap((spend): Finding[] => {
        const { subject, day, usual } = spend
        if (usual <= 0 || day < quota) return []
        const state = above(day / usual, times)
        if (state === 'fine') return []
        if (state === 'hold') return [{ state, subject }]
        const name = `${spend.name || '—'}${kind === 'model_spend' ? '' : ` (#${subject})`}`
        const [spent, normal] = [money(day), money(Math.round(usual))]
        const links = kind === 'user_spend' ? { user_id: Number(subject) } : {}
        return [
          {
            ...{ state, subject, name, value: rounded(day / usual) },
            links: kind === 'model_spend' ? { model: subject } : links,
            title: {
              zh: `${what.zh} ${name} 24 小时消费 ${spent.zh}，是平时（每天 ${normal.zh}）的 ${rounded(day / usual)} 倍`,
              en: `${what.en} ${name} spent ${spent.en} within 24 hours, ${rounded(day / usual)} times its daily average of ${normal.en}`,
            },
          },
        ]
      }),
    recovered: (name) => ({
      zh: `${what.zh} ${name} 的消费已恢复正常`,
      en: `${what.en} ${name} is back to its usual spend`,
    }),
  }
}

export const userSpend = spendOf({ zh: '用户', en: 'User' }, 'user_spend')
export const tokenSpend = spendOf({ zh: '令牌', en: 'Key' }, 'token_spend')
export const modelSpend = spendOf({ zh: '模型', en: 'Model' }, 'model_spend')
