import type { CheckName, Difference, WatchdogReport } from '#contract/api/watchdog.ts'

/** Checks whose numbers follow from rows and can be repaired; the others need a person. */
const REPAIRABLE: readonly CheckName[] = ['rollups', 'users', 'tokens', 'channels']

export const isRepairable = (check: CheckName) => REPAIRABLE.includes(check)

/** The checks that found something wrong. */
export const wrongChecks = ({ checks }: WatchdogReport): CheckName[] =>
  checks.filter(({ wrong }) => wrong > 0).map(({ name }) => name)

/** Whether a number of a finding is quota units, and not a count. */
export const isQuota = ({ field }: Pick<Difference, 'field'>) =>
  field !== 'count' && !/_(count|tokens|used)$/.test(field)

export type SubjectPage = { kind: 'user' | 'channel' | 'log'; id: number }

/** The page of a finding's subject, such as `user 5`; undefined = there is none. */
export function pageOfSubject(subject: string): SubjectPage | undefined {
  const [, kind, id] = /^(user|channel|log) (\d+)$/.exec(subject) ?? []
  return kind ? { kind: kind as SubjectPage['kind'], id: Number(id) } : undefined
}
