import type { Meaning } from './meanings.ts'
import { SOURCES } from './sources.ts'

/** One line of a table of meanings. All conditions that it has must hold. */
export interface Signal {
  readonly meaning: Meaning
  /** In lower case, compared with codes, types and reasons, wherever the error has them. */
  readonly names?: readonly string[]
  /** Searched in the error's texts, without what they quote. */
  readonly words?: RegExp
  readonly statuses?: readonly number[]
  /** Whether the vendor must have said when to come again. */
  readonly saysWhen?: true
  readonly source: string
}

/** A line about names. */
export const named = (meaning: Meaning, source: string, names: string): Signal => ({
  meaning,
  source,
  names: names.toLowerCase().split(' '),
})

/** A line about words. */
export const worded = (meaning: Meaning, source: string, words: RegExp): Signal => ({ meaning, source, words })

/** A line about a status. */
export const withStatus = (meaning: Meaning, source: string, ...statuses: number[]): Signal => ({
  meaning,
  source,
  statuses,
})

const { alibaba, zhipu, minimax, baiduV1, spark, cloudflare, openrouter, volcengine } = SOURCES

/** Versions 3 and 4 of Zhipu have the same numbers. */
const zhipuSignals: readonly Signal[] = [
  named('key', zhipu, '1000 1001 1002 1004 1110 1111 1112 1121'),
  named('money', zhipu, '1113 1309'),
  named('model', zhipu, '1211 1220 1221 1222 1311'),
  named('rate', zhipu, '1231 1302 1303 1304 1308 1310 1313'),
  named('load', zhipu, '1120 1234 1305 1312'),
  named('request', zhipu, '1210 1212 1213 1214 1215'),
  named('content', zhipu, '1300 1301'),
]

/**
 * What errors mean at one type of channel, before the common table: numbers that other vendors use for something else,
 * and names that others use in another sense.
 */
export const vendorSignals: Readonly<Record<number, readonly Signal[]>> = {
  15: [
    named('broken', baiduV1, '1 336000'),
    named('load', baiduV1, '2 336100'),
    named('rate', baiduV1, '4 18 336501 336502'),
    named('money', baiduV1, '17 19'),
    named('key', baiduV1, '13 14 15 100 110 111'),
    named('model', baiduV1, '3 6 336004 336005'),
    named('request', baiduV1, '336001 336002 336003 336006 336101 336102 336104 336105'),
  ],
  16: zhipuSignals,
  // A quota of tokens a minute has OpenAI's name for an empty account.
  17: [named('rate', alibaba, 'insufficient_quota Throttling.AllocationQuota')],
  18: [
    named('key', spark, '10015 10016 11200'),
    named('rate', spark, '10006 10007 11201 11202 11203'),
    named('load', spark, '10008 10110'),
    named('content', spark, '10013 10014 10019'),
    named('request', spark, '10003 10004 10005 10163'),
  ],
  19: [named('rate', SOURCES.zhinao, '1005')],
  // The status is repeated as the code, also where a stream has begun with 200. Credit that other calls hold comes free.
  20: [
    { ...named('rate', openrouter, '402'), saysWhen: true },
    { ...named('rate', openrouter, 'openrouter_in_flight_budget') },
    { ...named('content', openrouter, '403'), words: /moderation|flagged|guardrail/i },
  ],
  26: zhipuSignals,
  // A request or an answer that the safety mode blocks.
  34: [withStatus('content', SOURCES.cohere, 498)],
  35: [
    named('key', minimax, '1004 2049'),
    named('money', minimax, '1008'),
    named('rate', minimax, '1002 1039 1041 2045 2056'),
    named('content', minimax, '1026 1027'),
    named('request', minimax, '1042 2013'),
    named('model', minimax, '2061'),
    named('broken', minimax, '1000 1001 1013 1024 1033'),
  ],
  // An app that is not set up for an operation is no fault of the caller.
  37: [
    named(
      'model',
      SOURCES.dify,
      'app_unavailable not_chat_app provider_not_initialize model_currently_not_support completion_request_error',
    ),
  ],
  39: [
    named('key', cloudflare, '9109 10000 10001'),
    named('rate', cloudflare, '3036'),
    named('load', cloudflare, '3040'),
    named('model', cloudflare, '3023 3041 3042 5007 5016 5018 7003'),
    named('request', cloudflare, '3003 3006 5004 5006'),
    named('slow', cloudflare, '3007'),
  ],
  40: [
    named('money', SOURCES.siliconflow, '30001'),
    named('model', SOURCES.siliconflow, '20012 30003 30011'),
    named('request', SOURCES.siliconflow, '20015'),
  ],
  45: [named('model', volcengine, 'AccessDenied OperationDenied.PermissionDenied')],
  49: [
    named('key', SOURCES.coze, '4100 4101 700012006'),
    named('money', SOURCES.coze, '4027 4028'),
    named('rate', SOURCES.coze, '4013'),
    named('model', SOURCES.coze, '4200'),
    named('request', SOURCES.coze, '4000 4001'),
  ],
}
