import { converted, harmless, refused, variants, within } from '../fields.ts'

const contents = variants({
  text: converted,
  thinking: converted,
  image_url: within({ type: converted, image_url: within({ url: converted, detail: converted }) }),
  document: within({ type: converted, document: within({ data: converted, id: converted }) }),
})

/** What becomes of each field of a chat of version 2: https://docs.cohere.com/reference/chat */
export const cohereFields = {
  model: converted,
  stream: converted,
  messages: within({
    role: converted,
    content: contents,
    tool_calls: within({
      id: converted,
      type: converted,
      function: within({ name: converted, arguments: converted }),
    }),
    tool_plan: converted,
    tool_call_id: converted,
    citations: harmless('what an earlier answer cited'),
  }),
  tools: within({
    type: converted,
    function: within({ name: converted, description: converted, parameters: converted }),
  }),
  tool_choice: converted,
  strict_tools: converted,
  documents: refused('other formats do not cite documents of the request'),
  citation_options: harmless('says how citations are made'),
  response_format: within({ type: converted, json_schema: converted, schema: converted }),
  safety_mode: harmless("chooses instructions of Cohere's own"),
  max_tokens: converted,
  stop_sequences: converted,
  temperature: converted,
  seed: converted,
  frequency_penalty: converted,
  presence_penalty: converted,
  k: converted,
  p: converted,
  logprobs: refused('other formats do not tell probabilities'),
  thinking: within({ type: converted, token_budget: converted }),
  priority: harmless('only orders waiting requests of one account'),
} as const
