import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'
import { numberOf, objectOf, textOf } from '../json.ts'
import { createRefusal } from '../vendor-error.ts'

/**
 * Statuses by the beginning, or a part, of an error code: https://cloud.tencent.com/document/api/1729/101841. The
 * first match wins.
 */
const STATUSES: readonly (readonly [RegExp, number])[] = [
  // Indicates a clock error, not an invalid key.
  [/^AuthFailure\.SignatureExpire/, 403],
  [/^AuthFailure|UserUnAuthError/, 401],
  [/Exhaust|Arrears|LowBalance|ServiceNotActivated|ServiceStop|StopUsing/, 402],
  [/^Ip(?:InBlacklist|NotInWhitelist)|^UnauthorizedOperation/, 403],
  [/Limit/, 429],
  [/^(?:InvalidParameter|MissingParameter|UnknownParameter|OperationDenied)/, 400],
]

/** Throws Refused if an answer, or an event of a stream, is an error. */
export function throwRefusal(answer: JsonObject): void {
  const { Code, Message } = objectOf(objectOf(answer.Response ?? answer).Error)
  if (textOf(Code)) throw refusal(textOf(Code), textOf(Message))
  const { ErrorMsg } = objectOf(answer.Response ?? answer)
  // In the middle of a stream the codes are undocumented numbers.
  if (isRecord(ErrorMsg)) throw refusal(numberOf(ErrorMsg.Code) ?? textOf(ErrorMsg.Code), textOf(ErrorMsg.Msg))
}

function refusal(code: string | number, message: string) {
  const status = STATUSES.find(([pattern]) => pattern.test(String(code)))?.[1] ?? 500
  return createRefusal({ code, message }, { statuses: { [code]: status }, type: 'tencent_error' })
}
