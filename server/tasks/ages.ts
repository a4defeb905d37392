const HOUR_MS = 3_600_000
/** A platform that does not answer may still have finished: it gets longer. */
const SILENT_MS = 3 * HOUR_MS

/** Why a task of an age (milliseconds) is given up; undefined = it is not yet. */
export function ageVerdict(age: number, answered: boolean): string | undefined {
  return age > (answered ? HOUR_MS : SILENT_MS) ? '上游任务超时（超过1小时）' : undefined
}

/** The words of this API family for tasks whose channel was deleted. */
export const channelGone = (id: number) => `获取渠道信息失败，请联系管理员，渠道ID：${id}`
