import type { JsonObject } from '../conversation.ts'
import { numberOf, textOf } from '../json.ts'
import { refusedWith, type StatusTable } from '../vendor-error.ts'

/** https://docs.bigmodel.cn/cn/faq/api-code. Accounts that are blocked or in arrears count as dead credentials. */
const STATUSES: StatusTable = {
  1000: 401,
  1001: 401,
  1002: 401,
  // Tokens are signed anew for each call: one that has expired tells of clocks, not of the key.
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

/** Throws Refused when an answer is an error, which comes with status 200. */
export function throwRefusal(answer: JsonObject): void {
  if (answer.success !== false) return
  throw refusedWith({ code: codeOf(answer), message: textOf(answer.msg) || textOf(answer.message) }, TABLE)
}

/** The refusal that the data of an `error` event tell, as JSON or as a plain text. */
export function refusalOfEvent(answer: JsonObject | undefined, text: string) {
  const message = answer ? textOf(answer.msg) || textOf(answer.message) : text
  return refusedWith({ code: answer ? codeOf(answer) : 'error', message }, TABLE)
}

const codeOf = ({ code }: JsonObject) => numberOf(code) ?? (textOf(code) || 'error')
