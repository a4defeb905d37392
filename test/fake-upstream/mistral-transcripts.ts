/**
 * POST /v1/audio/transcriptions at Mistral. Source: docs.mistral.ai/api/endpoint/audio/transcriptions. It knows its own parts of
 * the form alone, answers in JSON, and counts seconds.
 */
export async function mistralTranscript(request: Request): Promise<Response> {
  const form = await request.formData()
  const unknown = [...form.keys()].find((name) => !PARTS.has(name))
  if (unknown) return refuse(`Extra inputs are not permitted: ${unknown}`)
  const file = form.get('file')
  if (!(file instanceof File)) return refuse('one of file, file_url and file_id is required')
  const model = String(form.get('model'))
  const text = `${file.name} has ${file.size} bytes`
  const wantsTimes = form.getAll('timestamp_granularities').includes('segment')
  const segments = wantsTimes ? [{ type: 'transcription_segment', text, start: 0, end: 2.5, speaker_id: null }] : []
  const usage = { prompt_audio_seconds: 60, prompt_tokens: 4, completion_tokens: 20, total_tokens: 774 }
  if (form.get('stream') !== 'true') return Response.json({ model, text, language: null, segments, usage })
  const events = [
    { type: 'transcription.language', audio_language: 'en' },
    ...text.split(/(?<= )/).map((word) => ({ type: 'transcription.text.delta', text: word })),
    ...segments.map((segment) => ({ ...segment, type: 'transcription.segment' })),
    { type: 'transcription.done', model, text, language: null, segments, usage },
  ]
  const frames = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  return new Response(frames.join(''), { headers: { 'content-type': 'text/event-stream' } })
}

const PARTS = new Set(
  'model file file_url file_id language temperature stream diarize context_bias timestamp_granularities'.split(' '),
)

const refuse = (message: string) =>
  Response.json({ object: 'error', message, type: 'invalid_request_error', param: null, code: '3051' }, { status: 422 })
