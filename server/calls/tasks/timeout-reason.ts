const HOUR_MS = 3_600_000
/** The timeout of tasks on an unreachable platform, which may still have finished them. */
const UNREACHABLE_TIMEOUT_MS = 3 * HOUR_MS

/** Returns why a task of an age (milliseconds) is abandoned; undefined = it is not yet. */
export function timeoutReason(age: number, answered: boolean): string | undefined {
  return age > (answered ? HOUR_MS : UNREACHABLE_TIMEOUT_MS) ? '上游任务超时（超过1小时）' : undefined
}

/** This API family's text for tasks whose channel was deleted. */
export const channelDeletedReason = (id: number) => `获取渠道信息失败，请联系管理员，渠道ID：${id}`
