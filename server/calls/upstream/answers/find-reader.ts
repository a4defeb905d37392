import type { UpstreamFormat } from '../../../formats/dialects/all.ts'
import type { Operation } from '../../../formats/endpoints/endpoints.ts'
import type { CallWithBody } from '../converted-call.ts'
import type { AnswerReader } from './answer-reader.ts'
import { type ConvertedRequest, createConvertingReader } from './converting-reader.ts'
import { createImageReader, createSpeechReader, createTranscriptReader } from './media-reader.ts'
import { createOpenAIReader } from './openai-reader.ts'
import { createTextReader } from './text-reader.ts'
import { createUnchangedReader } from './unchanged-reader.ts'

type CreateReader = (given: CallWithBody, format: UpstreamFormat, conversion?: ConvertedRequest) => AnswerReader

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
  openai: (given, format) => createTextReader(given, format, createOpenAIReader(given, true)),
  other: (given, format) => createTextReader(given, format, createUnchangedReader(given.call, format)),
  converted: createConvertingReader,
}
const object: Readers = {
  openai: (given) => createOpenAIReader(given, false),
  other: ({ call }, format) => createUnchangedReader(call, format),
  converted: createConvertingReader,
}
/** Images, audio and transcripts have no other format; a request for them is never converted. */
function media(createReader: (call: CallWithBody['call']) => AnswerReader): Readers {
  const create: CreateReader = ({ call }) => createReader(call)
  return { openai: create, other: create, converted: createConvertingReader }
}

const READERS: Record<Operation, Readers> = {
  chat: text,
  completions: text,
  realtime: text,
  embeddings: object,
  moderations: object,
  rerank: object,
  images: media(createImageReader),
  imageEdits: media(createImageReader),
  imageVariations: media(createImageReader),
  speech: media(createSpeechReader),
  transcriptions: media(createTranscriptReader),
  translations: media(createTranscriptReader),
}

/**
 * Returns the reader of the answer to a call. `format`: the upstream's. `conversion`: how the request was converted;
 * absent = it was sent in the caller's format.
 */
export function findReader(given: CallWithBody, format: UpstreamFormat, conversion?: ConvertedRequest): AnswerReader {
  const readers = READERS[given.call.endpoint.operation]
  if (conversion) return readers.converted(given, format, conversion)
  return format === 'openai' ? readers.openai(given, format) : readers.other(given, format)
}
