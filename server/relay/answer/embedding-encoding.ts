import { fieldValue, skipBlank } from '../../body/scan-fields.ts'
import { type Encoding, fromBase64, inBase64 } from '../../dialects/embeddings.ts'
import { isObject, objectsOf } from '../../dialects/json.ts'
import type { Call } from '../request/call.ts'

const EMBEDDING = Buffer.from('"embedding"')
const COLON = 0x3a
const QUOTE = 0x22
const OPEN_BRACKET = 0x5b

/**
 * An answer of embeddings in the encoding that its caller asked for, which many servers do not know: OpenAI's SDKs ask for
 * base64 and read nothing else. The same bytes where the encoding is right.
 */
export function inEncoding(body: Buffer<ArrayBuffer>, call: Pick<Call, 'body' | 'fields'>): Buffer<ArrayBuffer> {
  const asked: Encoding = fieldValue(call.body, call.fields, 'encoding_format') === 'base64' ? 'base64' : 'float'
  const given = encodingIn(body)
  if (given === undefined || given === asked) return body
  const answer: unknown = JSON.parse(body.toString('utf8'))
  if (!isObject(answer)) return body
  const data = objectsOf(answer.data).map((entry) => ({ ...entry, embedding: encoded(entry.embedding, asked) }))
  return Buffer.from(JSON.stringify({ ...answer, data }))
}

/** The encoding of the first vector, by its first letter. */
function encodingIn(body: Buffer): Encoding | undefined {
  for (let at = body.indexOf(EMBEDDING); at >= 0; at = body.indexOf(EMBEDDING, at + 1)) {
    const colon = skipBlank(body, at + EMBEDDING.length)
    // The word is a value, too: `"object": "embedding"`.
    if (body[colon] !== COLON) continue
    const first = body[skipBlank(body, colon + 1)]
    return first === QUOTE ? 'base64' : first === OPEN_BRACKET ? 'float' : undefined
  }
  return undefined
}

function encoded(vector: unknown, asked: Encoding): unknown {
  if (asked === 'base64') return Array.isArray(vector) ? inBase64(vector) : vector
  return typeof vector === 'string' ? (fromBase64(vector) ?? vector) : vector
}
