/** The calls that are measured. All models are names of the fake upstream, which reads its orders from them. */
const SMALL = 'fake-gpt'
const STREAM = 'fake-gpt@tokens=100&delay_ms=2'
const SLOW_STREAM = 'fake-gpt@tokens=200&delay_ms=50'

/** Every model a gateway must know. */
export const MODELS = [SMALL, STREAM, SLOW_STREAM]

export const CHUNKS_PER_STREAM = 100
export const CONNECTIONS = 16
export const OPEN_STREAMS = 200

const question = { role: 'user', content: 'Say hello in one short sentence, please.' }
const history = Array.from({ length: 400 }, (_, i) => ({
  role: i % 2 ? 'assistant' : 'user',
  content: `${i} ${'some words of a long conversation that goes on '.repeat(21)}`,
}))

export const BODIES = {
  small: JSON.stringify({ model: SMALL, messages: [question], temperature: 0.7 }),
  /** About 400 KB of earlier messages. */
  large: JSON.stringify({ model: SMALL, messages: [...history, question] }),
  stream: JSON.stringify({ model: STREAM, messages: [question], stream: true }),
  slowStream: JSON.stringify({ model: SLOW_STREAM, messages: [question], stream: true }),
}

/** Words that no body holds, half of them Chinese, as operators forbid them. */
export const SENSITIVE_WORDS = Array.from({ length: 200 }, (_, index) =>
  index % 2 ? `forbidden-${index * 7919}` : `敏感词${String.fromCodePoint(0x4e00 + index * 37)}`,
)
