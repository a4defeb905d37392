import { completionTokens, NO_USAGE, promptTokens, type Usage } from '#contract/prices/price.ts'
import {
  type AudioEncoding,
  audioSeconds,
  inputTokens,
  outputTokens,
} from '../../../formats/dialects/realtime/audio.ts'
import type { ClientEvent } from '../../../formats/dialects/realtime/client-events.ts'
import type { ServerEvent } from '../../../formats/dialects/realtime/server-events.ts'
import type { TokenRatios } from '../../../formats/estimates/families.ts'
import { estimateTokens } from '../../upstream/answers/estimate.ts'

/** Estimated tokens that a response reads, not rounded. */
export interface InputTokens {
  text: number
  audio: number
  /** Tokens of earlier responses and their input, which the upstream has cached. */
  context: number
}

export const NO_INPUT: InputTokens = { text: 0, audio: 0, context: 0 }

/** Converts the tokens to a usage. */
export const inputUsage = ({ text, audio, context }: InputTokens): Usage => ({
  ...NO_USAGE,
  input: Math.ceil(text),
  audioInput: Math.ceil(audio),
  cacheRead: context,
})

/** Tracks a session's conversation: the input since the last response, and the audio formats. */
export class Conversation {
  constructor(private readonly ratios?: TokenRatios) {}

  /** The model that transcribes the user's speech, when the session asks for transcripts. */
  transcriber: string | undefined
  #newInput = { text: 0, audio: 0 }
  #contextTokens = 0
  /** Bytes in the upstream's audio buffer. */
  #bufferedBytes = 0
  /** Where the current speech began in the audio, and the length of the last speech; milliseconds. */
  #speechStart: number | undefined
  #speechMs: number | undefined
  #inputCoding: AudioEncoding = 'pcm16'
  #outputCoding: AudioEncoding = 'pcm16'

  addInput({ text, sound, buffered, commits }: ClientEvent): void {
    this.#newInput.text += text === '' ? 0 : estimateTokens(text, this.ratios)
    this.#newInput.audio += this.#inputAudioTokens(sound)
    this.#bufferedBytes += buffered
    if (commits) this.#commit()
  }

  handleEvent(event: ServerEvent): void {
    if (event.kind === 'session') {
      this.#inputCoding = event.input ?? this.#inputCoding
      this.#outputCoding = event.output ?? this.#outputCoding
      this.transcriber = event.transcriber
    } else if (event.kind === 'speech' && event.at === 'start') this.#speechStart = event.ms
    else if (event.kind === 'speech') this.#speechMs = Math.max(0, event.ms - (this.#speechStart ?? event.ms))
    else if (event.kind === 'committed') this.#commit()
    else if (event.kind === 'cleared') this.#bufferedBytes = 0
  }

  /** The tokens that the next response would read. */
  get input(): InputTokens {
    return { ...this.#newInput, context: this.#contextTokens }
  }

  /** Starts a response, which reads all input. Upstreams that report no commits have read the buffer as well. */
  startResponse(): InputTokens {
    if (this.#newInput.text + this.#newInput.audio === 0) this.#commit()
    const { input } = this
    this.#newInput = { text: 0, audio: 0 }
    return input
  }

  /** Restores the input of a response that was not charged. */
  restoreInput({ text, audio }: InputTokens): void {
    this.#newInput.text += text
    this.#newInput.audio += audio
  }

  /** Sets the length of the conversation from the usage that an upstream reports for a response. */
  setContext(usage: Usage): void {
    this.#contextTokens = promptTokens(usage) + completionTokens(usage)
  }

  /** Returns the tokens of audio that was sent to the caller. */
  outputAudioTokens(bytes: number): number {
    return outputTokens(audioSeconds(bytes, this.#outputCoding))
  }

  /** Where the upstream detects speech, silence is dropped. */
  #commit(): void {
    this.#newInput.audio +=
      this.#speechMs === undefined ? this.#inputAudioTokens(this.#bufferedBytes) : inputTokens(this.#speechMs / 1000)
    this.#bufferedBytes = 0
    this.#speechMs = undefined
  }

  #inputAudioTokens(bytes: number): number {
    return bytes === 0 ? 0 : inputTokens(audioSeconds(bytes, this.#inputCoding))
  }
}
