import { endings as anthropic } from '../anthropic/read-answer.ts'
import { stopReason } from '../anthropic/write-answer.ts'
import { endings as cohere } from '../cohere/read-answer.ts'
import type { FinishReason } from '../conversation.ts'
import { type Ending, type Endings, SHARED_REASONS } from '../endings.ts'
import { endings as gemini } from '../gemini/endings.ts'
import { toFinishReason } from '../gemini/write-answer.ts'
import { endings as hunyuan } from '../hunyuan/read-answer.ts'
import { endings as openai } from '../openai/read-answer.ts'
import { endings as responses } from '../responses/read-answer.ts'
import { incompleteReason } from '../responses/write-response.ts'

const BEGIN = '<!-- endings: begin, written by scripts/field-docs.ts -->'
const END = '<!-- endings: end -->'

const FORMATS: Record<string, Endings> = {
  'Chat completions': openai,
  Responses: responses,
  "Anthropic's Messages": anthropic,
  Gemini: gemini,
  Cohere: cohere,
  'Tencent Hunyuan': hunyuan,
}

const MEANINGS: Record<Ending, string> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool calls',
  content_filter: 'content filter',
  failed: 'failed: the next channel is tried',
  failed_if_empty: 'failed if the answer is empty, else stop',
}

/** Writes the tables of finish reasons into the page, between their markers. */
export function writeEndingTables(page: string): string {
  const from = page.indexOf(BEGIN) + BEGIN.length
  return `${page.slice(0, from)}\n\n${callerTable()}\n\n${vendorTable()}\n\n${page.slice(page.indexOf(END))}`
}

function callerTable(): string {
  const reasons: FinishReason[] = ['stop', 'length', 'tool_calls', 'content_filter']
  const rows = reasons.map((reason) => {
    const incomplete = incompleteReason(reason)
    const words = [
      reason,
      incomplete ? `incomplete: ${incomplete}` : 'completed',
      stopReason(reason, undefined).stop_reason,
      toFinishReason(reason),
    ]
    return row(MEANINGS[reason], ...words.map(code))
  })
  return table(['An answer that ends with', 'Chat completions', 'Responses', 'Messages', 'Gemini'], rows)
}

function vendorTable(): string {
  const rows = Object.entries(FORMATS).flatMap(([format, { ordinary: plain, specific: own }]) => [
    ...Object.entries(plain).map(([word, ending]) => row(format, code(word), MEANINGS[ending], '')),
    ...Object.entries(own).map(([word, ending]) => row(format, code(word), MEANINGS[ending], 'yes')),
  ])
  const borrowed = Object.entries(SHARED_REASONS).map(([word, ending]) =>
    row('any other', code(word), MEANINGS[ending], 'yes'),
  )
  return table(['Upstream', 'Its word', 'Ends with', 'Kept in the log'], [...rows, ...borrowed])
}

const code = (word: string) => `\`${word}\``
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const table = (head: string[], rows: string[]) => [row(...head), row(...head.map(() => '---')), ...rows].join('\n')
