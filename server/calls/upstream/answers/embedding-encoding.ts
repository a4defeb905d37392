import { isRecord } from '#contract/is-record.ts'
import { fieldValue, type ScannedBody, skipBlank } from '../../../formats/body/scan-fields.ts'
import { type Encoding, readBase64Vector, toBase64Vector } from '../../../formats/dialects/embeddings.ts'
import { objectsOf } from '../../../formats/dialects/json.ts'
import { parseJson } from '../../../platform/json/parse-json.ts'

const EMBEDDING = Buffer.from('"embedding"')
const COLON = 0x3a
const QUOTE = 0x22
const OPEN_BRACKET = 0x5b

/**
 * Returns an embeddings answer in the encoding that the caller requested, which many servers ignore: OpenAI's SDKs
 * request base64 and read nothing else. Returns the same bytes where the encoding is right.
 */
export function toRequestedEncoding(body: Buffer<ArrayBuffer>, { bytes, fields }: ScannedBody): Buffer<ArrayBuffer> {
  const requested: Encoding = fieldValue(bytes, fields, 'encoding_format') === 'base64' ? 'base64' : 'float'
  const current = detectEncoding(body)
  if (current === undefined || current === requested) return body
  const answer: unknown = parseJson(body.toString('utf8'))
  if (!isRecord(answer)) return body
  const data = objectsOf(answer.data).map((entry) => ({
    ...entry,
    embedding: encodeVector(entry.embedding, requested),
  }))
  return Buffer.from(JSON.stringify({ ...answer, data }))
}

/** Returns the encoding of the first vector, detected by its first character. */
function detectEncoding(body: Buffer): Encoding | undefined {
  for (let at = body.indexOf(EMBEDDING); at >= 0; at = body.indexOf(EMBEDDING, at + 1)) {
    const colon = skipBlank(body, at + EMBEDDING.length)
    // `"embedding"` also occurs as a value: `"object": "embedding"`.
    if (body[colon] !== COLON) continue
    const first = body[skipBlank(body, colon + 1)]
    return first === QUOTE ? 'base64' : first === OPEN_BRACKET ? 'float' : undefined
  }
  return undefined
}

function encodeVector(vector: unknown, requested: Encoding): unknown {
  if (requested === 'base64') return Array.isArray(vector) ? toBase64Vector(vector) : vector
  return typeof vector === 'string' ? (readBase64Vector(vector) ?? vector) : vector
}
