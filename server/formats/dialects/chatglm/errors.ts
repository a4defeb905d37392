import type { JsonObject } from '../conversation.ts'
import { numberOf, textOf } from '../json.ts'
import { createRefusal, type StatusTable } from '../vendor-error.ts'

/** https://docs.bigmodel.cn/cn/faq/api-code. Blocked or overdue accounts count as invalid credentials. */
const STATUSES: StatusTable = {
  1000: 401,
  1001: 401,
  1002: 401,
  // Tokens are signed for each call: an expired one indicates a clock error, not an invalid key.
  1003: 403,
  1004: 401,
  1110: 401,
  1111: 401,
  1112: 401,
  1113: 402,
  1120: 503,
  1121: 401,
  1210: 400,
  1211: 404,
  1212: 400,
  1213: 400,
  1214: 400,
  1215: 400,
  1220: 403,
  1221: 404,
  1222: 404,
  1261: 400,
  1300: 400,
  1301: 400,
  1302: 429,
  1303: 429,
  1304: 429,
  1305: 503,
  1308: 429,
  1309: 429,
  1310: 429,
  1311: 429,
  1312: 429,
  1313: 429,
}
const TABLE = { statuses: STATUSES, type: 'zhipu_error' }

/** Throws Refused if an answer is an error, which comes with status 200. */
export function throwRefusal(answer: JsonObject): void {
  if (answer.success !== false) return
  throw createRefusal({ code: codeOf(answer), message: textOf(answer.msg) || textOf(answer.message) }, TABLE)
}

/** Returns the refusal in the data of an `error` event, which is JSON or plain text. */
export function refusalOfEvent(answer: JsonObject | undefined, text: string) {
  const message = answer ? textOf(answer.msg) || textOf(answer.message) : text
  return createRefusal({ code: answer ? codeOf(answer) : 'error', message }, TABLE)
}

const codeOf = ({ code }: JsonObject) => numberOf(code) ?? (textOf(code) || 'error')
