import type { JsonObject } from '../conversation.ts'
import { numberOf, objectOf, textOf } from '../json.ts'
import { createRefusal, type StatusTable } from '../vendor-error.ts'

/**
 * Statuses by the code in a frame's header: https://www.xfyun.cn/doc/spark/接口说明.html. An app without permission
 * counts as an invalid key.
 */
const STATUSES: StatusTable = {
  10003: 400,
  10004: 400,
  10005: 400,
  10006: 429,
  10007: 429,
  10008: 429,
  10013: 400,
  10014: 400,
  10015: 401,
  10016: 401,
  10019: 400,
  10110: 429,
  10163: 400,
  10907: 400,
  11200: 401,
  11201: 429,
  11202: 429,
  11203: 429,
}

/** Throws Refused if a frame is an error. */
export function throwRefusal(frame: JsonObject): void {
  const { code, message } = objectOf(frame.header)
  const number = numberOf(code) ?? numberOf(Number(textOf(code) || 0)) ?? 0
  if (number === 0) return
  throw createRefusal({ code: number, message: textOf(message) }, { statuses: STATUSES, type: 'xunfei_error' })
}
