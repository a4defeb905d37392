/** Models of the fake upstream, which reads its orders from their names. */
export const MODELS = {
  chat: 'fake-gpt@tokens=40',
  stream: 'fake-gpt@tokens=80&delay_ms=5',
  slow: 'fake-gpt@tokens=400&delay_ms=1',
  claude: 'claude-soak@tokens=40',
  gemini: 'gemini-soak@tokens=40',
  embedding: 'fake-embedding',
} as const

/** What became of the calls of one kind. */
export interface Counts {
  /** Answers that arrived in full. */
  full: number
  /** Answers that the caller left on purpose. */
  left: number
  /** Anything else. */
  failed: number
}

interface Kind {
  name: string
  path: string
  body: object
  /** What ends an answer that arrived in full. */
  end: string
  reader: (response: Response) => Promise<string | undefined>
}

/** Pause between two calls of a caller, in ms, so that the machine is busy and not full. */
const PAUSE_MS = 20
const SLOW_READER_MS = 40

const messages = [{ role: 'user', content: 'Say hello in one short sentence, please. 你好。' }]
const history = Array.from({ length: 60 }, (_, index) => ({
  role: index % 2 ? 'assistant' : 'user',
  content: `${index} ${'words of a long conversation '.repeat(20)}`,
}))

const whole = (response: Response) => response.text()

/** Reads the beginning of an answer and hangs up. */
async function leave(response: Response): Promise<undefined> {
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.cancel()
}

/** Reads an answer more slowly than it is made. */
async function readSlowly(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    await Bun.sleep(SLOW_READER_MS)
  }
  return text
}

const stream = { stream: true }
const CHAT = '/v1/chat/completions'
const KINDS: readonly Kind[] = [
  { name: 'chat', path: CHAT, body: { model: MODELS.chat, messages }, end: '}', reader: whole },
  {
    name: 'chat, long',
    path: CHAT,
    body: { model: MODELS.chat, messages: [...history, ...messages] },
    end: '}',
    reader: whole,
  },
  {
    name: 'chat, stream',
    path: CHAT,
    body: { model: MODELS.stream, messages, ...stream },
    end: '[DONE]',
    reader: whole,
  },
  { name: 'chat, left', path: CHAT, body: { model: MODELS.stream, messages, ...stream }, end: '', reader: leave },
  {
    name: 'chat, slow reader',
    path: CHAT,
    body: { model: MODELS.slow, messages, ...stream },
    end: '[DONE]',
    reader: readSlowly,
  },
  {
    name: 'messages, stream',
    path: '/v1/messages',
    body: { model: MODELS.claude, max_tokens: 100, messages, ...stream },
    end: 'message_stop',
    reader: whole,
  },
  {
    name: 'messages of a chat model',
    path: '/v1/messages',
    body: { model: MODELS.chat, max_tokens: 100, messages },
    end: '}',
    reader: whole,
  },
  {
    name: 'responses of a Gemini model',
    path: '/v1/responses',
    body: { model: MODELS.gemini, input: 'Say hello.', ...stream },
    end: 'response.completed',
    reader: whole,
  },
  {
    name: 'embeddings',
    path: '/v1/embeddings',
    body: { model: MODELS.embedding, input: 'hello' },
    end: '}',
    reader: whole,
  },
]

/** Calls of every kind from several callers at once, until a time (milliseconds since the epoch). */
export async function callUntil(end: number, url: string, keys: readonly string[], callersPerKind: number) {
  const counts: Record<string, Counts> = Object.fromEntries(
    KINDS.map(({ name }) => [name, { full: 0, left: 0, failed: 0 }]),
  )
  const failures: string[] = []
  const callers = KINDS.flatMap((kind) =>
    Array.from({ length: callersPerKind }, (_, caller) => callOften(kind, caller)),
  )

  async function callOften(kind: Kind, caller: number): Promise<void> {
    const count = counts[kind.name] as Counts
    for (let call = caller; Date.now() < end; call++) {
      await Bun.sleep(PAUSE_MS)
      const failure = await callOnce(kind, url, keys[call % keys.length] ?? '').catch(String)
      if (failure !== '') failures.push(`${kind.name}: ${failure}`)
      count[failure !== '' ? 'failed' : kind.reader === leave ? 'left' : 'full'] += 1
    }
  }

  await Promise.all(callers)
  return { counts, failures }
}

/** Returns why a call was not answered as it should be; "" = it was. */
async function callOnce({ path, body, end, reader }: Kind, url: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (response.status !== 200) return `${response.status} ${(await response.text()).slice(0, 200)}`
  const text = await reader(response)
  return text === undefined || text.trimEnd().includes(end) ? '' : `ended with ${text.slice(-100)}`
}
