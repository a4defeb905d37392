import type { UpstreamAnswer } from '../../wire/http1/client/upstream-answer.ts'
import { BadRequest } from '../dialects/dialect.ts'
import { reframeTranscript, toTranscript } from '../dialects/mistral/transcripts.ts'
import type { FormRules } from './provider.ts'
import { mapWholeAnswer, reframeAnswer } from './reframe-answer.ts'

/** Formats of OpenAI that are a JSON object with a text. */
const JSON_FORMATS = new Set(['json', 'verbose_json'])

/** The parts of OpenAI's form that Mistral names otherwise, or has not. */
export const transcriptionForm: FormRules = {
  names: {
    'timestamp_granularities[]': 'timestamp_granularities',
    'context_bias[]': 'context_bias',
    response_format: undefined,
    chunking_strategy: undefined,
    prompt: undefined,
    'include[]': undefined,
  },
  check(dropped) {
    const format = dropped.get('response_format') ?? 'json'
    if (!JSON_FORMATS.has(format)) throw new BadRequest('response_format', 'this upstream answers in JSON alone')
  },
}

/** Converts the answer to a transcription to OpenAI's form. */
export function reframeTranscription(answer: UpstreamAnswer, stream: boolean): UpstreamAnswer {
  return stream ? reframeAnswer(answer, reframeTranscript) : mapWholeAnswer(answer, toTranscript)
}
