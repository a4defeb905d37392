/**
 * OpenAI's responses with their storage, one per key, as https://platform.openai.com/docs/api-reference/responses says:
 * made, read, listed, deleted, referred to and cancelled. Other keys do not find them.
 */
export function createResponseStore() {
  const byKey = new Map<string, Map<string, Kept>>()
  const asked: { method: string; path: string; key: string; body: Fields }[] = []

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const key = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    const body: Fields = request.method === 'POST' ? await request.json().catch(() => ({})) : {}
    asked.push({ method: request.method, path: pathname, key, body })
    const kept = byKey.get(key) ?? new Map<string, Kept>()
    byKey.set(key, kept)
    const [, id, below = ''] = /^\/v1\/responses\/([^/]+)(\/\w+)?$/.exec(pathname) ?? []
    if (id === undefined) return create(body, kept)
    const found = kept.get(id)
    if (!found) return refuse(404, `Response with id '${id}' not found.`, null)
    if (request.method === 'DELETE') {
      kept.delete(id)
      return Response.json({ id, object: 'response', deleted: true })
    }
    if (below === '/cancel') return refuse(400, 'Cannot cancel a synchronous response.', null)
    return Response.json(below === '/input_items' ? listOf(found, searchParams) : found.response)
  }

  function create(body: Fields, kept: Map<string, Kept>): Response {
    const { model, input, previous_response_id: previous, store = true, stream } = body
    if (typeof previous === 'string' && !kept.has(previous))
      return refuse(400, `Previous response with id '${previous}' not found.`, 'previous_response_not_found')
    const id = `resp_${crypto.randomUUID().replaceAll('-', '')}`
    const text = { type: 'output_text', annotations: [], logprobs: [], text: 'kept at the vendor' }
    const message = { id: `msg_${id}`, type: 'message', status: 'completed', role: 'assistant', content: [text] }
    const usage = { input_tokens: 10, input_tokens_details: { cached_tokens: 0 }, output_tokens: 4, total_tokens: 14 }
    const begun = { id, object: 'response', created_at: 1, model, previous_response_id: previous ?? null, store }
    const response = { ...begun, status: 'completed', output: [message], usage }
    if (store) kept.set(id, { response, input })
    if (!stream) return Response.json(response)
    const events = [
      { type: 'response.created', response: { ...begun, status: 'in_progress', output: [] } },
      { type: 'response.output_text.delta', item_id: message.id, output_index: 0, content_index: 0, delta: text.text },
      { type: 'response.completed', response },
    ]
    const frames = events.map(
      (event, at) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`,
    )
    return new Response(frames.join(''), { headers: { 'content-type': 'text/event-stream' } })
  }

  return { answer, asked }
}

type Fields = Record<string, unknown>
interface Kept {
  response: object
  input: unknown
}

function listOf({ input }: Kept, query: URLSearchParams) {
  const item = { id: 'msg_in', type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }
  return {
    object: 'list',
    data: [item],
    first_id: item.id,
    last_id: item.id,
    has_more: false,
    limit: query.get('limit'),
  }
}

const refuse = (status: number, message: string, code: string | null) =>
  Response.json({ error: { message, type: 'invalid_request_error', param: null, code } }, { status })
