import { crc32 } from 'node:zlib'

/** Writes messages of AWS's event streams: lengths, checksums, headers of texts, payload. */
export function frame(headers: Record<string, string>, payload: string): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => header(name, value)))
  const body = Buffer.from(payload)
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(head.length + body.length + 16, 0)
  prelude.writeUInt32BE(head.length, 4)
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
  const message = Buffer.concat([prelude, head, body])
  return Buffer.concat([message, checksum(message)])
}

function header(name: string, value: string): Buffer {
  const [key, text] = [Buffer.from(name), Buffer.from(value)]
  return Buffer.concat([Buffer.from([key.length]), key, Buffer.from([7, text.length >> 8, text.length & 255]), text])
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum
}

const JSON_EVENT = { ':content-type': 'application/json', ':message-type': 'event' }

/** One event of a model's stream, with the padding that hides its length. */
export function chunkFrame(event: string): Buffer {
  const payload = { bytes: Buffer.from(event).toString('base64'), p: 'abcdefghijklmnop'.slice(event.length % 16) }
  return frame({ ':event-type': 'chunk', ...JSON_EVENT }, JSON.stringify(payload))
}

/** What breaks a stream off, such as `throttlingException`. */
export function exceptionFrame(type: string, message: string): Buffer {
  const headers = { ':exception-type': type, ':content-type': 'application/json', ':message-type': 'exception' }
  return frame(headers, JSON.stringify({ message }))
}
