import type { JsonObject } from '../conversation.ts'
import { numberOf, textOf } from '../json.ts'
import { createRefusal, type StatusTable } from '../vendor-error.ts'

/** Statuses of errors, which come with status 200: https://cloud.baidu.com/doc/WENXINWORKSHOP/s/tlmyncueh */
const STATUSES: StatusTable = {
  2: 503,
  3: 404,
  4: 429,
  6: 403,
  13: 401,
  14: 401,
  15: 401,
  17: 429,
  18: 429,
  19: 429,
  100: 400,
  110: 401,
  111: 401,
  336001: 400,
  336002: 400,
  336003: 400,
  336004: 403,
  336005: 404,
  336100: 503,
  336101: 400,
  336104: 400,
  336105: 400,
}

/** Throws Refused if an answer or an event is an error. */
export function throwRefusal(answer: JsonObject): void {
  const code = numberOf(answer.error_code) ?? textOf(answer.error_code)
  if (!code) return
  throw createRefusal({ code, message: textOf(answer.error_msg) }, { statuses: STATUSES, type: 'baidu_error' })
}
