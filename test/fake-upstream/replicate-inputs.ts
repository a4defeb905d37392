/** The fields of models' inputs at Replicate. Source: replicate.com/{model}/api/schema. */

const IMAGES = 'prompt aspect_ratio num_outputs width height seed input_image image_input image output_format size'
const SAMPLING = 'temperature top_p presence_penalty frequency_penalty'
const OPENAI = 'prompt system_prompt messages image_input max_completion_tokens'
const LANGUAGE: readonly (readonly [RegExp, string])[] = [
  [/\/openai\/gpt-4/, `${OPENAI} ${SAMPLING}`],
  [/\/openai\/o\d/, `${OPENAI} reasoning_effort`],
  [/\/openai\/gpt-5/, `${OPENAI} reasoning_effort verbosity`],
  [
    /\/anthropic\//,
    'prompt system_prompt image max_tokens max_image_resolution extended_thinking thinking_budget_tokens',
  ],
  [/\/google\/gemini/, 'prompt system_instruction images videos max_output_tokens temperature top_p thinking_budget'],
  [/\/deepseek-ai\/|\/meta\/llama-4/, `prompt max_tokens ${SAMPLING}`],
  [
    /\/meta\/meta-llama-3/,
    `prompt system_prompt max_tokens min_tokens top_k stop_sequences prompt_template ${SAMPLING}`,
  ],
]

const fieldsAt = (path: string) => LANGUAGE.find(([names]) => names.test(path))?.[1]

export const isLanguageModel = (path: string) => fieldsAt(path) !== undefined

/** Returns a field that the model's input does not have. */
export function unknownField(path: string, input: object): string | undefined {
  const fields = (fieldsAt(path) ?? IMAGES).split(' ')
  return Object.keys(input).find((name) => !fields.includes(name))
}
