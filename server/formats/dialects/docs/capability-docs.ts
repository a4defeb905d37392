import type { UpstreamFormat } from '../all.ts'
import { ANSWER_FEATURES } from '../capabilities/answer-samples.ts'
import { answerCell, type Cell, requestCell } from '../capabilities/cells.ts'
import { REQUEST_FEATURES, type SampledFormat } from '../capabilities/request-samples.ts'

/** Vendors by the format of their requests. */
const UPSTREAMS: [UpstreamFormat, string][] = [
  ['openai', 'Chat completions (OpenAI, Azure, Mistral, DeepSeek, xAI, …)'],
  ['responses', 'OpenAI Responses'],
  ['anthropic', 'Anthropic'],
  ['bedrock', 'Bedrock'],
  ['anthropic-vertex', 'Vertex AI (Claude)'],
  ['gemini', 'Gemini'],
  ['gemini-vertex', 'Vertex AI (Gemini)'],
  ['cohere', 'Cohere'],
  ['hunyuan', 'Tencent Hunyuan'],
  ['baidu', 'Baidu'],
  ['chatglm', 'Zhipu v3'],
  ['spark', 'iFlytek Spark'],
  ['dify', 'Dify'],
  ['coze', 'Coze'],
  ['replicate', 'Replicate'],
]

/** Formats whose answers are converted in full. Answers of all other formats hold only text. */
const CONVERTED_ANSWERS: UpstreamFormat[] = ['openai', 'responses', 'anthropic', 'gemini', 'cohere']

/** Returns the tables of what becomes of each feature of a format's requests, and of the answers to them. */
export function capabilityTables(caller: SampledFormat): string {
  return [
    table(
      'Request',
      UPSTREAMS,
      REQUEST_FEATURES.map(({ name }) => name),
      (name, upstream) => requestCell(named(REQUEST_FEATURES, name), caller, upstream),
    ),
    table(
      'Answer',
      UPSTREAMS.filter(([format]) => CONVERTED_ANSWERS.includes(format)),
      ANSWER_FEATURES.map(({ name }) => name),
      (name, upstream) => answerCell(named(ANSWER_FEATURES, name), caller, upstream),
    ),
  ].join('\n\n')
}

function named<T extends { name: string }>(features: readonly T[], name: string): T {
  const feature = features.find((one) => one.name === name)
  if (!feature) throw new Error(`no feature "${name}"`)
  return feature
}

type CellOf = (feature: string, upstream: UpstreamFormat) => Cell

/** Writes one row per feature and one column per upstream. Upstreams with the same cells share a column. */
function table(title: string, upstreams: [UpstreamFormat, string][], features: string[], cell: CellOf): string {
  const columns = new Map<string, { names: string[]; cells: Cell[] }>()
  for (const [upstream, name] of upstreams) {
    const cells = features.map((feature) => cell(feature, upstream))
    const column = columns.get(cells.join()) ?? { names: [], cells }
    column.names.push(name)
    columns.set(cells.join(), column)
  }
  const all = [...columns.values()]
  const rows = features.flatMap((feature, at) => {
    const cells = all.map(({ cells }) => cells[at] ?? '–')
    return cells.every((one) => one === '–') ? [] : [row(feature, ...cells)]
  })
  return [row(title, ...all.map(({ names }) => names.join(', '))), row('---', ...all.map(() => '---')), ...rows].join(
    '\n',
  )
}

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
