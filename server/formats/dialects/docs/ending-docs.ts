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

const ENDINGS = { openai, responses, anthropic, gemini, cohere, hunyuan } as const satisfies Record<string, Endings>

const MEANINGS: Record<Ending, string> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool calls',
  content_filter: 'content filter',
  failed: 'failed: the next channel is tried',
  failed_if_empty: 'failed if the answer is empty, else stop',
}

/** Returns the table of the words with which each caller's format ends. */
export function callerEndings(): string {
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

/** Returns the table of a format's finish reasons at its vendors. */
export function vendorEndings(format: keyof typeof ENDINGS): string {
  const { ordinary, specific }: Endings = ENDINGS[format]
  return wordTable([
    ...Object.entries(ordinary).map(([word, ending]) => row(code(word), MEANINGS[ending], '')),
    ...Object.entries(specific).map(([word, ending]) => row(code(word), MEANINGS[ending], 'yes')),
  ])
}

/** Returns the table of the finish reasons that are understood in every format. */
export const sharedEndings = (): string =>
  wordTable(Object.entries(SHARED_REASONS).map(([word, ending]) => row(code(word), MEANINGS[ending], 'yes')))

const wordTable = (rows: string[]) => table(["The vendor's word", 'Ends with', 'Kept in the log'], rows)
const code = (word: string) => `\`${word}\``
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const table = (head: string[], rows: string[]) => [row(...head), row(...head.map(() => '---')), ...rows].join('\n')
