import { startVendor, unknownField, type VendorCall, vendorStream } from './vendor.ts'

export const AIPROXY_KEY = 'ap-fake-key-0001'
export const LIBRARY = '123456'
export const DOCUMENTS = [
  { title: 'Return policy', url: 'https://docs.example/returns', index: 0 },
  { title: 'Prices [2026]', url: 'https://docs.example/prices_(eu)', index: 1 },
]

/** A knowledge base of AI Proxy: docs.aiproxy.io/dev/library. Errors have status 200 and a number. */
export const startFakeAIProxy = () =>
  startVendor((call) => {
    if (call.request.method !== 'POST' || call.url.pathname !== '/api/library/ask')
      return failure(404, 'no such path', 404)
    if (call.request.headers.get('authorization') !== `Bearer ${AIPROXY_KEY}`) return failure(401, 'wrong key', 401)
    if (call.behaviour.error) return failure(Number(call.behaviour.error), 'the library is out of order')
    const unknown = unknownField(call.json, 'model query libraryId stream')
    if (unknown) return failure(400, `unknown field ${unknown}`)
    if (call.json.libraryId !== LIBRARY) return failure(1404, 'no such library')
    if (typeof call.json.query !== 'string' || call.json.query === '') return failure(400, 'query is empty')
    return call.json.stream ? stream(call) : Response.json(whole(call))
  })

const failure = (errCode: number, message: string, status = 200) =>
  Response.json({ success: false, errCode, message }, { status })

const whole = ({ behaviour }: VendorCall) => ({
  success: true,
  answer: behaviour.pieces.join(''),
  documents: DOCUMENTS,
  errCode: 0,
  message: '',
})

/** No blank stands behind the colons. */
function stream({ json, behaviour }: VendorCall): Response {
  const { pieces, errorAfter } = behaviour
  const frame = (fields: object) => `data:${JSON.stringify(fields)}\n\n`
  const frames = pieces.map((content) => frame({ content, finish: false, model: json.model, documents: [] }))
  frames.push(frame({ content: '', finish: true, model: json.model, documents: DOCUMENTS }))
  if (errorAfter) {
    const { pieces: after, code } = errorAfter
    frames.splice(after, frames.length, frame({ success: false, errCode: code, message: 'out of order' }))
  }
  return vendorStream(frames, behaviour)
}
