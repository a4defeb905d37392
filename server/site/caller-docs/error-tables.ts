import { type ErrorCode, errors, errorText, type Language, relayCodes } from '#contract/errors.ts'
import { isRetryable } from '#contract/retryable.ts'
import type { Words } from '#contract/words.ts'
import { callerDialects } from '../../formats/dialects/all.ts'
import { LOCAL_ERROR } from '../../formats/dialects/openai-errors.ts'

/** What a status means. */
const STATUSES: Record<number, Words> = {
  400: { en: 'Invalid request', zh: '请求有误' },
  401: { en: 'Invalid key', zh: '密钥无效' },
  403: { en: 'Not allowed, or insufficient balance', zh: '无权限，或余额不足' },
  404: { en: 'Not found', zh: '不存在' },
  408: { en: 'Request timeout', zh: '时间过长' },
  413: { en: 'Request too large', zh: '请求过大' },
  415: { en: 'Unsupported encoding', zh: '不支持的编码' },
  426: { en: 'WebSocket required', zh: '需要 WebSocket' },
  429: { en: 'Too many requests', zh: '过于频繁' },
  500: { en: 'Server error', zh: '服务器错误' },
  501: { en: 'Not offered', zh: '不提供' },
  502: { en: 'Vendor error', zh: '厂商错误' },
  503: { en: 'Unavailable', zh: '暂不可用' },
  504: { en: 'Upstream timeout', zh: '上游超时' },
}

const HEAD: Words = {
  en: '| Code | Retry | Message |\n| --- | --- | --- |',
  zh: '| 错误码 | 重试 | 错误信息 |\n| --- | --- | --- |',
}
const YES: Words = { en: 'yes', zh: '是' }
const NO: Words = { en: 'no', zh: '否' }
const IN_MESSAGES: Words = { en: 'in Messages', zh: 'Messages 格式为' }

/** Writes the codes that callers get as Markdown: a section for each status, with a table of its codes. */
export function errorTables(language: Language): string {
  const codes: ErrorCode[] = [...relayCodes, 'internal_error']
  const byStatus = Map.groupBy(codes, statusOf)
  return [...byStatus.keys()]
    .sort((one, other) => one - other)
    .map((status) => {
      const title = `## ${status}: ${STATUSES[status]?.[language] ?? ''} {#status-${status}}`
      const rows = byStatus.get(status)?.map((code) => row(code, status, language)) ?? []
      return `${title}\n\n${HEAD[language]}\n${rows.join('\n')}`
    })
    .join('\n\n')
}

/** Writes the body of a refusal, as callers of OpenAI's format get it. */
export function errorExample(language: Language): string {
  const shown = { message: errorText('token_expired', language), type: LOCAL_ERROR, param: '', code: 'token_expired' }
  const body = callerDialects.openai.errorBody(shown, statusOf('token_expired'), '2026…')
  return `\`\`\`\n${JSON.stringify(JSON.parse(body), null, 2)}\n\`\`\``
}

/** Errors of the console's interface have the status 200, and 400 in the relay. */
const statusOf = (code: ErrorCode): number => (errors[code].status === 200 ? 400 : errors[code].status)

function row(code: ErrorCode, status: number, language: Language): string {
  const shown = { message: '', type: LOCAL_ERROR, param: '', code }
  const inMessages = callerDialects.anthropic.errorStatus?.(shown, status) ?? status
  const note = inMessages === status ? '' : ` (${IN_MESSAGES[language]} ${inMessages})`
  const retry = (isRetryable(status, code) ? YES : NO)[language]
  return `| <a id="${code}" href="#${code}">\`${code}\`</a>${note} | ${retry} | ${errorText(code, language).replaceAll('|', '\\|')} |`
}
