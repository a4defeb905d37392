import { expect, test } from 'bun:test'
import type Anthropic from '@anthropic-ai/sdk'
import type * as Google from '@google/genai'
import type OpenAI from 'openai'
import { messagesFields } from './anthropic/fields.ts'
import type { LeafRule, NestedRule, VariantsRule } from './fields.ts'
import { generateFields } from './gemini/fields.ts'
import { chatFields } from './openai/fields.ts'
import { responsesFields } from './responses/fields.ts'

// Checked by the compiler: a field that an official SDK adds has no rule, and `npm run check` fails until it has
// one.

type KeysOf<T> = T extends unknown ? keyof T & string : never
type ValueOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never
/** The object types in a value, or in a list of them. */
type ObjectsIn<V> = V extends readonly (infer Item)[] ? ObjectsIn<Item> : V extends object ? V : never
/** A rule for every field. Fields of nested objects are checked wherever the table has rules for them. */
type TableFor<T> = { readonly [K in KeysOf<T>]: RuleFor<ObjectsIn<ValueOf<T, K>>> }
type RuleFor<O> =
  | LeafRule
  | NestedRule<TableFor<O> & NestedRule['fields']>
  | VariantsRule<TypesFor<O> & VariantsRule['types']>
type TypeOf<O> = O extends { type?: infer Type } ? Type & string : never
type OfType<O, Type> = O extends { type?: infer Own } ? (Type extends Own ? O : never) : never
type TypesFor<O> = {
  readonly [Type in TypeOf<O>]: LeafRule | NestedRule<TableFor<OfType<O, Type>> & NestedRule['fields']>
}

/**
 * Accepts a table only if it has a rule for each field of `T`, except those that the SDK does not send in the body.
 */
const covers = <T, Elsewhere extends string = never>(table: Pick<TableFor<T>, Exclude<KeysOf<T>, Elsewhere>>) =>
  Object.keys(table).length

test('every field of the official SDKs’ requests has a rule', () => {
  const counts = [
    covers<OpenAI.ChatCompletionCreateParams>(chatFields),
    covers<OpenAI.Responses.ResponseCreateParams>(responsesFields),
    covers<Anthropic.MessageCreateParams, HeadersOfAnthropic>(messagesFields),
    covers<Anthropic.Beta.MessageCreateParams, HeadersOfAnthropic>(messagesFields),
    covers<GenerateContentRequest>(generateFields),
  ]
  expect(counts.every((count) => count > 0)).toBe(true)
})

/** The SDK sends these as headers. */
type HeadersOfAnthropic = 'betas' | 'user_profile_id' | 'workspace_id'

/** Google's SDK has one flat object for two objects on the wire. */
type TopLevel =
  | 'systemInstruction'
  | 'tools'
  | 'toolConfig'
  | 'safetySettings'
  | 'cachedContent'
  | 'serviceTier'
  | 'labels'
  | 'modelArmorConfig'
  | 'store'
/** These concern only the SDK itself, or other services. */
type OfTheSdk =
  | 'httpOptions'
  | 'abortSignal'
  | 'automaticFunctionCalling'
  | 'continuationToken'
  | 'automaticContinuation'
  | 'generationOutputConfig'
type Config = Google.GenerateContentConfig
interface GenerateContentRequest extends Pick<Config, Exclude<TopLevel, 'systemInstruction' | 'tools'>> {
  model: string
  contents: Google.Content[]
  systemInstruction: Google.Content
  tools: Google.Tool[]
  generationConfig: Google.GenerationConfig & Omit<Config, TopLevel | OfTheSdk>
}
