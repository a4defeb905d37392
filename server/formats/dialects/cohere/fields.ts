import { converted, nested, rulesFrom, variants } from '../fields.ts'

const { harmless, leftOut, refused } = rulesFrom('https://docs.cohere.com/reference/chat')

const contents = variants({
  text: converted,
  thinking: converted,
  image_url: nested({ type: converted, image_url: nested({ url: converted, detail: converted }) }),
  document: nested({ type: converted, document: nested({ data: converted, id: converted }) }),
})

/** How each field of a version 2 chat request is handled: https://docs.cohere.com/reference/chat */
export const cohereFields = {
  model: converted,
  stream: converted,
  messages: nested({
    role: converted,
    content: contents,
    tool_calls: nested({
      id: converted,
      type: converted,
      function: nested({ name: converted, arguments: converted }),
    }),
    tool_plan: converted,
    tool_call_id: converted,
    citations: harmless('what an earlier answer cited'),
  }),
  tools: nested({
    type: converted,
    function: nested({ name: converted, description: converted, parameters: converted }),
  }),
  tool_choice: converted,
  strict_tools: converted,
  documents: refused('other formats do not cite documents of the request'),
  citation_options: leftOut('says how citations are made'),
  response_format: nested({ type: converted, json_schema: converted, schema: converted }),
  safety_mode: leftOut("chooses instructions of Cohere's own"),
  max_tokens: converted,
  stop_sequences: converted,
  temperature: converted,
  seed: converted,
  frequency_penalty: converted,
  presence_penalty: converted,
  k: converted,
  p: converted,
  logprobs: converted,
  thinking: nested({ type: converted, token_budget: converted }),
  priority: leftOut('only orders waiting requests of one account'),
} as const
