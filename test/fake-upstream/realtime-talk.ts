import type { RealtimeBehaviour, RealtimeLine } from './realtime.ts'
import { countTokens } from './words.ts'

interface Terms {
  behaviour: RealtimeBehaviour
  model: string
  key: string
  /** The event names of the time before the interface became general. */
  beta: boolean
  lines: RealtimeLine[]
}

type Event = Record<string, unknown> & { type?: string }
type Socket = Bun.ServerWebSocket<unknown>

/** 100 ms at 24 kHz and 16 bits: two tokens of spoken output. */
const SOUND = Buffer.alloc(4800).toString('base64')
const TOKENS_PER_SOUND = 2
/** Heard sound: a token for 100 ms. */
const BYTES_PER_TOKEN = 4800
const WORD = 'word '
let serial = 0

/** One conversation of the fake. */
export class RealtimeTalk {
  /** Tokens that earlier responses have read or said. */
  #cached = { text: 0, audio: 0 }
  #fresh = { text: 0, audio: 0 }
  #buffered = 0
  #transcribes = false
  #running: { id: string; cancelled: boolean } | undefined
  #gone = false

  constructor(
    private readonly socket: Socket,
    private readonly terms: Terms,
  ) {
    const { refuse_later: code, silent, huge } = terms.behaviour
    if (code) {
      const status = code === 'server_error' ? 'server_error' : 'invalid_request_error'
      this.#send({ type: 'error', error: { type: status, code, message: `Incorrect API key provided: ${terms.key}` } })
      socket.close(3000, `invalid_request_error.${code}`)
      return
    }
    if (!silent)
      this.#send({ type: 'session.created', session: { id: 'sess_1', object: 'realtime.session', model: terms.model } })
    if (huge) socket.send('x'.repeat(huge))
  }

  gone(): void {
    this.#gone = true
  }

  take(frame: string | Buffer): void {
    const event = parsed(String(frame))
    switch (event.type) {
      case 'session.update':
        this.#update(event.session as Event)
        return
      case 'input_audio_buffer.append':
        this.#buffered += Buffer.from(String(event.audio), 'base64').length
        if (this.terms.behaviour.vad) this.#hear()
        return
      case 'input_audio_buffer.clear':
        this.#buffered = 0
        this.#send({ type: 'input_audio_buffer.cleared' })
        return
      case 'input_audio_buffer.commit':
        this.#commit()
        return
      case 'conversation.item.create':
        this.#item(event.item as Event)
        return
      case 'response.create':
        void this.#respond()
        return
      case 'response.cancel':
        if (this.#running) this.#running.cancelled = true
        return
      default:
        this.#send({
          type: 'error',
          error: {
            type: 'invalid_request_error',
            code: 'invalid_value',
            message: `Invalid value: '${event.type}'`,
            param: 'type',
          },
        })
    }
  }

  #update(session: Event): void {
    const audio = (session.audio as { input?: { transcription?: unknown } } | undefined)?.input
    this.#transcribes = Boolean(session.input_audio_transcription ?? audio?.transcription)
    this.#fresh.text += countTokens(String(session.instructions ?? ''))
    this.#send({ type: 'session.updated', session: { ...session, model: this.terms.model } })
  }

  /** Silence is dropped, and an answer begins unasked. */
  #hear(): void {
    const ms = this.#buffered / 48
    this.#buffered /= 2
    this.#send({ type: 'input_audio_buffer.speech_started', audio_start_ms: ms / 2, item_id: 'item_1' })
    this.#send({ type: 'input_audio_buffer.speech_stopped', audio_end_ms: ms, item_id: 'item_1' })
    this.#commit()
    void this.#respond()
  }

  #commit(): void {
    this.#fresh.audio += Math.ceil(this.#buffered / BYTES_PER_TOKEN)
    const seconds = this.#buffered / 48_000
    this.#buffered = 0
    this.#send({ type: 'input_audio_buffer.committed', item_id: 'item_1' })
    const { transcript } = this.terms.behaviour
    if (!this.#transcribes || transcript === undefined) return
    const usage =
      transcript === 'duration'
        ? { type: 'duration', seconds }
        : {
            type: 'tokens',
            input_tokens: 14,
            output_tokens: 45,
            total_tokens: 59,
            input_token_details: { text_tokens: 0, audio_tokens: 14 },
          }
    this.#send({
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: 'item_1',
      content_index: 0,
      transcript: 'What was said.',
      ...(transcript === 'none' ? {} : { usage }),
    })
  }

  #item(item: Event): void {
    const content = (item.content ?? []) as { text?: string }[]
    this.#fresh.text += content.reduce((sum, part) => sum + countTokens(part.text ?? ''), 0)
    const types = this.terms.beta ? ['created'] : ['added', 'done']
    for (const type of types) this.#send({ type: `conversation.item.${type}`, item })
  }

  async #respond(): Promise<void> {
    const { behaviour, model, key, lines } = this.terms
    const { tokens = 5, sounds = 0, delay_ms = 0, cut_after, stall_after, flood = 0 } = behaviour
    const run = { id: `resp_${++serial}`, cancelled: false }
    this.#running = run
    const line: RealtimeLine = { id: run.id, model, key, usage: null, outcome: 'open' }
    lines.push(line)
    const said = { text: 0, audio: 0 }
    const names = this.terms.beta
      ? { text: 'response.text.delta', audio: 'response.audio.delta', spoken: 'response.audio_transcript.delta' }
      : {
          text: 'response.output_text.delta',
          audio: 'response.output_audio.delta',
          spoken: 'response.output_audio_transcript.delta',
        }
    this.#send({
      type: 'response.created',
      response: { id: run.id, object: 'realtime.response', status: 'in_progress', output: [], usage: null },
    })
    for (let n = 0; n < flood; n++) this.socket.send(JSON.stringify({ type: 'filler', n, text: 'z'.repeat(100_000) }))
    for (let n = 0; n < Math.max(tokens, sounds) && !run.cancelled; n++) {
      if (this.#gone) break
      if (n === cut_after) return this.socket.terminate()
      if (n === stall_after) return
      if (delay_ms) await Bun.sleep(delay_ms)
      if (n < tokens) {
        this.#send({ type: sounds ? names.spoken : names.text, response_id: run.id, item_id: 'item_2', delta: WORD })
        said.text += 1
      }
      if (n < sounds) {
        this.#send({ type: names.audio, response_id: run.id, item_id: 'item_2', delta: SOUND })
        said.audio += TOKENS_PER_SOUND
      }
    }
    const read = { ...this.#fresh }
    const usage = this.#usage(read, said)
    line.usage = usage
    const status = run.cancelled ? 'cancelled' : behaviour.fails ? 'failed' : 'completed'
    line.outcome = this.#gone ? 'aborted' : status
    this.#cached = {
      text: this.#cached.text + read.text + said.text,
      audio: this.#cached.audio + read.audio + said.audio,
    }
    this.#fresh = { text: 0, audio: 0 }
    this.#running = undefined
    const response = {
      id: run.id,
      object: 'realtime.response',
      status,
      output: [],
      ...(behaviour.usage === false ? {} : { usage }),
    }
    for (let times = behaviour.twice ? 2 : 1; times > 0; times--) this.#send({ type: 'response.done', response })
    if (behaviour.close) this.socket.close(behaviour.close, 'that was all')
  }

  /** Everything is read again with each response; what is older comes from the cache. */
  #usage(fresh: { text: number; audio: number }, said: { text: number; audio: number }) {
    const { text, audio } = this.#cached
    const input = { text: text + fresh.text, audio: audio + fresh.audio }
    return {
      total_tokens: input.text + input.audio + said.text + said.audio,
      input_tokens: input.text + input.audio,
      output_tokens: said.text + said.audio,
      input_token_details: {
        text_tokens: input.text,
        audio_tokens: input.audio,
        image_tokens: 0,
        cached_tokens: text + audio,
        cached_tokens_details: { text_tokens: text, audio_tokens: audio, image_tokens: 0 },
      },
      output_token_details: { text_tokens: said.text, audio_tokens: said.audio },
    }
  }

  #send(event: Event): void {
    if (!this.#gone) this.socket.send(JSON.stringify({ event_id: `event_${++serial}`, ...event }))
  }
}

function parsed(text: string): Event {
  try {
    return JSON.parse(text) as Event
  } catch {
    return { type: text }
  }
}
