import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'

/**
 * Agents as the official SDKs make them: one for each format that callers speak. Each keeps its history as the SDK hands
 * it over, which is how real clients send state back.
 */
export interface Agent {
  /** Asks; the answer, which calls the tool, becomes a part of the history. */
  ask(model: string, stream: boolean): Promise<void>
  /** Answers the calls of the last answer, and asks on. Throws the SDK's error. */
  goOn(model: string, stream: boolean): Promise<void>
}
export type AgentFormat = 'chat' | 'responses' | 'anthropic' | 'gemini'

const QUESTION = 'three words here'
const RESULT = 'sunny'
const NAME = 'weather'
const parameters = { type: 'object' as const, properties: { city: { type: 'string' } } }

/** Where the server is, and a token for it. */
interface Access {
  url: string
  token: string
}

export const startAgent = (format: AgentFormat, access: Access): Agent => AGENTS[format](access)

const AGENTS: Record<AgentFormat, (access: Access) => Agent> = { chat, responses, anthropic, gemini }

/** The agent's loop, which is the same in every format. */
function loop(send: (model: string, stream: boolean) => Promise<void>, answerCalls: () => void): Agent {
  return {
    ask: send,
    goOn(model, stream) {
      answerCalls()
      return send(model, stream)
    },
  }
}

function chat({ url, token }: Access): Agent {
  const client = new OpenAI({ apiKey: token, baseURL: `${url}/v1`, maxRetries: 0, logLevel: 'off' })
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: QUESTION }]
  const tools = [{ type: 'function' as const, function: { name: NAME, parameters } }]
  let calls: OpenAI.ChatCompletionMessageToolCall[] = []
  async function send(model: string, stream: boolean) {
    const asked = { model, messages, tools, reasoning_effort: 'low' as const }
    const completion = stream
      ? await client.chat.completions.stream(asked).finalChatCompletion()
      : await client.chat.completions.create(asked)
    const message = completion.choices[0]?.message
    if (!message) throw new Error('no answer')
    messages.push(message)
    calls = message.tool_calls ?? []
  }
  return loop(send, () => {
    messages.push(...calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: RESULT })))
  })
}

function responses({ url, token }: Access): Agent {
  const client = new OpenAI({ apiKey: token, baseURL: `${url}/v1`, maxRetries: 0, logLevel: 'off' })
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: QUESTION }]
  const tools = [{ type: 'function' as const, name: NAME, parameters, strict: false }]
  let calls: OpenAI.Responses.ResponseFunctionToolCall[] = []
  async function send(model: string, stream: boolean) {
    const include = ['reasoning.encrypted_content' as const]
    const asked = { model, input, tools, include, store: false, reasoning: { effort: 'low' as const } }
    const response = stream
      ? await client.responses.stream(asked).finalResponse()
      : await client.responses.create(asked)
    // What the SDK's helper adds to an answer is not sent back.
    const output = JSON.parse(JSON.stringify(response.output)) as Record<string, unknown>[]
    for (const item of output) delete item.parsed_arguments
    input.push(...(output as unknown as OpenAI.Responses.ResponseInputItem[]))
    calls = response.output.flatMap((item) => (item.type === 'function_call' ? [item] : []))
  }
  return loop(send, () => {
    input.push(...calls.map(({ call_id }) => ({ type: 'function_call_output' as const, call_id, output: RESULT })))
  })
}

function anthropic({ url, token }: Access): Agent {
  const client = new Anthropic({ apiKey: token, baseURL: url, maxRetries: 0, logLevel: 'off' })
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: QUESTION }]
  const tools = [{ name: NAME, input_schema: parameters }]
  const thinking = { type: 'enabled' as const, budget_tokens: 1024 }
  async function send(model: string, stream: boolean) {
    const asked = { model, messages, tools, thinking, max_tokens: 4096 }
    const message = stream
      ? await client.messages.stream(asked).finalMessage()
      : await client.messages.create({ ...asked, stream: false })
    messages.push({ role: 'assistant', content: message.content as Anthropic.ContentBlockParam[] })
  }
  return loop(send, () => {
    const content = messages.at(-1)?.content ?? []
    const results = typeof content === 'string' ? [] : content.filter((block) => block.type === 'tool_use')
    messages.push({
      role: 'user',
      content: results.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: RESULT })),
    })
  })
}

function gemini({ url, token }: Access): Agent {
  const client = new GoogleGenAI({ apiKey: token, httpOptions: { baseUrl: url } })
  type Content = { role?: string; parts?: { functionCall?: { id?: string; name?: string } }[] }
  const contents: Content[] = [{ role: 'user', parts: [{ text: QUESTION } as object] }]
  let asked = 0
  async function send(model: string, stream: boolean) {
    const tools = [{ functionDeclarations: [{ name: NAME, parametersJsonSchema: parameters }] }]
    const config = { tools, thinkingConfig: { thinkingBudget: 1024, includeThoughts: true } }
    const request = { model, contents: contents as never, config }
    asked = contents.length
    const answers = stream ? await Array.fromAsync(await client.models.generateContentStream(request)) : []
    if (!stream) answers.push(await client.models.generateContent(request))
    // The SDK's own chat keeps the contents of a stream as they came.
    for (const { candidates } of answers) {
      const content = candidates?.[0]?.content as Content | undefined
      if (content?.parts?.some((part: object) => Object.values(part).some((value) => value !== '')))
        contents.push(content)
    }
  }
  return loop(send, () => {
    const calls = contents
      .slice(asked)
      .flatMap(({ parts = [] }) => parts.flatMap(({ functionCall }) => functionCall ?? []))
    const parts = calls.map(({ id, name }) => ({ functionResponse: { id, name, response: { output: RESULT } } }))
    contents.push({ role: 'user', parts: parts as object[] })
  })
}
