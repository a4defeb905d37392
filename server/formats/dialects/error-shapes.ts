import { isRecord } from '#contract/is-record.ts'
import { objectsOf } from './json.ts'

/**
 * Tells errors from answers where the status is 200: vendors write errors into answers and into streams, each in its own
 * shape. What was read of them is in `openai-errors.ts`.
 */

type Data = Readonly<Record<string, unknown>>

/** Fields that hold results. An error may appear next to them. */
const RESULTS = ['choices', 'data', 'results']
const MORE_RESULTS = [...RESULTS, 'output', 'embeddings']
/** Fields of events that hold results where they are no text. */
const RESULTS_OF_EVENTS = [...MORE_RESULTS, 'content', 'candidates', 'message']

/** Returns whether a field has content. Empty lists and objects count as absent. */
function isSome(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value !== 'object' || value === null) return Boolean(value)
  for (const _ in value) return true
  return false
}
const isText = (value: unknown) => typeof value === 'string' && value !== ''

/**
 * Returns whether an answer with status 200 contains no result: some vendors refuse in their own words, without an
 * error.
 */
export const hasNoResult = (answer: Data) => !MORE_RESULTS.some((name) => isSome(answer[name]))

/** Returns whether a whole answer with status 200 is an error. */
export function isErrorAnswer(value: unknown): boolean {
  // Gemini sends errors as a list with one element.
  const [answer] = [value].flat()
  return isRecord(answer) && !RESULTS.some((name) => isSome(answer[name])) && isErrorEvent(answer)
}

/** Returns whether the data of an event is an error. A failure may come with the choice that it ends. */
export function isErrorEvent(data: Data): boolean {
  if (isSome(data.error) || [data.object, data.type, data.event].includes('error') || isMiniMaxError(data)) return true
  const hasResult = RESULTS_OF_EVENTS.some((name) => typeof data[name] === 'object' && isSome(data[name]))
  return !hasResult && SHAPES.some((fits) => fits(data))
}

/** MiniMax: https://platform.minimax.io/docs/api-reference/errorcode */
const isMiniMaxError = ({ base_resp, choices }: Data) =>
  isRecord(base_resp) && Boolean(base_resp.status_code) && !isSome(choices)

const SUCCESS = /^(?:0|20\d|20000|success|ok)$/i
const isFailureCode = (value: unknown) => (typeof value === 'number' || isText(value)) && !SUCCESS.test(String(value))

/** Fields beside a message that say nothing of an answer. */
const BESIDE_A_MESSAGE =
  /^(?:id|(?:x[-_])?(?:request|trace|log)[-_]?id|documentation_url|data|param|__type|status(?:code)?)$/i
const MESSAGES = ['message', 'msg', 'Message', 'detail', 'error_msg']

const SHAPES: readonly ((data: Data) => boolean)[] = [
  // SiliconFlow, Alibaba, Coze, FastGPT.
  ({ code, message, msg, id }) => isFailureCode(code) && (isText(message) || isText(msg)) && !isSome(id),
  // Baidu: https://cloud.baidu.com/doc/WENXINWORKSHOP/s/tlmyncueh
  ({ error_code, error_msg }) => isFailureCode(error_code) && error_msg !== undefined,
  // iFlytek Spark: https://www.xfyun.cn/doc/spark/Web.html
  ({ header }) => isRecord(header) && isFailureCode(header.code),
  // Tencent: https://cloud.tencent.com/document/api/1729/101841
  (data) => {
    const { Error: error, ErrorMsg } = isRecord(data.Response) ? data.Response : data
    return isRecord(error) || isRecord(ErrorMsg)
  },
  // Cloudflare, AI Proxy.
  ({ success, errors, message, msg }) =>
    success === false && (objectsOf(errors).length > 0 || isText(message) || isText(msg)),
  ({ errCode }) => isFailureCode(errCode),
  // Replicate, NVIDIA: https://www.rfc-editor.org/rfc/rfc9457
  ({ status, title, detail }) => Number(status) >= 400 && (isText(title) || isText(detail)),
  // A message alone: Cohere, Mistral, AWS, and servers on FastAPI.
  (data) => {
    const names = Object.keys(data).filter((name) => !BESIDE_A_MESSAGE.test(name) && data[name] !== '')
    return names.length > 0 && names.every((name) => MESSAGES.includes(name) && isSome(data[name]))
  },
]
