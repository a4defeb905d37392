import type { UpstreamFormat } from '../../dialects/all.ts'
import type { Operation } from '../../endpoints/endpoints.ts'
import type { ConvertedCall } from '../converted-call.ts'
import type { AnswerReader } from './answer-reader.ts'
import { type ConvertedRequest, createConvertingReader } from './converting-reader.ts'
import { createImageReader, createSpeechReader, createTranscriptReader } from './media-reader.ts'
import { createOpenAIReader } from './openai-reader.ts'
import { createTextReader } from './text-reader.ts'
import { createUnchangedReader } from './unchanged-reader.ts'

type CreateReader = (call: ConvertedCall, format: UpstreamFormat, conversion?: ConvertedRequest) => AnswerReader

/** The readers of one operation's answers, by the formats of upstream and caller. */
interface Readers {
  /** Both use OpenAI's format. */
  openai: CreateReader
  /** Both use another format. */
  other: CreateReader
  /** The answer is converted from one format to another. */
  converted: CreateReader
}

const text: Readers = {
  openai: (call, format) => createTextReader(call, format, createOpenAIReader(call)),
  other: (call, format) => createTextReader(call, format, createUnchangedReader(call, format)),
  converted: createConvertingReader,
}
const object: Readers = { openai: createOpenAIReader, other: createUnchangedReader, converted: createConvertingReader }
/** Images, audio and transcripts have no other format; a request for them is never converted. */
const media = (create: CreateReader): Readers => ({ openai: create, other: create, converted: createConvertingReader })

const READERS: Record<Operation, Readers> = {
  chat: text,
  completions: text,
  realtime: text,
  embeddings: object,
  moderations: object,
  rerank: object,
  images: media(createImageReader),
  speech: media(createSpeechReader),
  transcriptions: media(createTranscriptReader),
  translations: media(createTranscriptReader),
}

/**
 * Returns the reader of the answer to a call. `format`: the upstream's. `conversion`: how the request was converted;
 * absent = it was sent in the caller's format.
 */
export function findReader(call: ConvertedCall, format: UpstreamFormat, conversion?: ConvertedRequest): AnswerReader {
  const readers = READERS[call.endpoint.operation]
  if (conversion) return readers.converted(call, format, conversion)
  return format === 'openai' ? readers.openai(call, format) : readers.other(call, format)
}
