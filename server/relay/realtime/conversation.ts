import { completionTokens, NO_USAGE, promptTokens, type Usage } from '#contract/price.ts'
import { type AudioCoding, inputTokens, outputTokens, secondsOf } from '../../dialects/realtime/audio.ts'
import type { Said } from '../../dialects/realtime/client-events.ts'
import type { Heard } from '../../dialects/realtime/server-events.ts'
import { textTokens } from '../../upstream/answers/answer-reader.ts'

/** Estimated tokens that a response reads, not rounded. */
export interface Input {
  text: number
  audio: number
  /** What earlier responses have read and said, which the upstream has in its cache. */
  context: number
}

export const NO_INPUT: Input = { text: 0, audio: 0, context: 0 }

/** The same as a usage. */
export const inputUsage = ({ text, audio, context }: Input): Usage => ({
  ...NO_USAGE,
  input: Math.ceil(text),
  audioInput: Math.ceil(audio),
  cacheRead: context,
})

/** What is known of a session's conversation: what was said since the last response, how sound is coded. */
export class Conversation {
  /** The model that writes down what the user says, when the session wants that. */
  transcriber: string | undefined
  #fresh = { text: 0, audio: 0 }
  #context = 0
  /** Bytes in the upstream's buffer. */
  #buffered = 0
  /** Where in the sound the user began to speak, and how long the last speech was; milliseconds. */
  #speechStart: number | undefined
  #speech: number | undefined
  #input: AudioCoding = 'pcm16'
  #output: AudioCoding = 'pcm16'

  said({ text, sound, buffered, commits }: Said): void {
    this.#fresh.text += text === '' ? 0 : textTokens(text)
    this.#fresh.audio += this.#audio(sound)
    this.#buffered += buffered
    if (commits) this.#commit()
  }

  heard(event: Heard): void {
    if (event.kind === 'session') {
      this.#input = event.input ?? this.#input
      this.#output = event.output ?? this.#output
      this.transcriber = event.transcriber
    } else if (event.kind === 'speech' && event.at === 'start') this.#speechStart = event.ms
    else if (event.kind === 'speech') this.#speech = Math.max(0, event.ms - (this.#speechStart ?? event.ms))
    else if (event.kind === 'committed') this.#commit()
    else if (event.kind === 'cleared') this.#buffered = 0
  }

  /** What the next response would read. */
  get input(): Input {
    return { ...this.#fresh, context: this.#context }
  }

  /** A response begins: it reads everything. Upstreams that tell of no commits have read the buffer as well. */
  take(): Input {
    if (this.#fresh.text + this.#fresh.audio === 0) this.#commit()
    const { input } = this
    this.#fresh = { text: 0, audio: 0 }
    return input
  }

  /** A response came to nothing. */
  giveBack({ text, audio }: Input): void {
    this.#fresh.text += text
    this.#fresh.audio += audio
  }

  /** What an upstream reports of a response tells how long the conversation is. */
  learn(usage: Usage): void {
    this.#context = promptTokens(usage) + completionTokens(usage)
  }

  /** Tokens of sound that was spoken to the caller. */
  spoken(bytes: number): number {
    return outputTokens(secondsOf(bytes, this.#output))
  }

  /** Where the upstream listens for speech, silence is dropped. */
  #commit(): void {
    this.#fresh.audio += this.#speech === undefined ? this.#audio(this.#buffered) : inputTokens(this.#speech / 1000)
    this.#buffered = 0
    this.#speech = undefined
  }

  #audio(bytes: number): number {
    return bytes === 0 ? 0 : inputTokens(secondsOf(bytes, this.#input))
  }
}
