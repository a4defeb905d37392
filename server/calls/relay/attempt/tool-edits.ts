import { CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET } from '../../../formats/body/json-bytes.ts'
import { type ScannedBody, scanFieldsInSteps, skipBlank, skipLongValue } from '../../../formats/body/scan-fields.ts'
import { editFieldsInSteps } from '../../../formats/body/splice.ts'
import { camelCased } from '../../../formats/dialects/gemini/camel-case.ts'
import { isToolFormat, paymentOf, type ToolFormat } from '../../../formats/dialects/hosted-tools.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { FieldEdits } from '../../../formats/providers/provider.ts'
import type { Steps } from '../../../platform/async/steps.ts'
import { tellsCost, tellsSearches } from './told-fees.ts'

/** Leaves tools out of a passed request whose fee nothing would count. */

export interface ToolEdits {
  edits?: FieldEdits | undefined
  /** Names of what is left out, such as `tools[2]: web_search`. */
  omitted: readonly string[]
  /** A tool passes whose fee only the cost counts that the vendor tells. */
  byCost: boolean
}

const NO_EDITS: ToolEdits = { omitted: [], byCost: false }
/** The type of a tool that does not name it. */
const UNNAMED: Readonly<Record<ToolFormat, string>> = {
  openai: 'function',
  responses: 'function',
  anthropic: 'custom',
  gemini: '',
}
const CHOICE: Readonly<Record<ToolFormat, string>> = {
  openai: 'tool_choice',
  responses: 'tool_choice',
  anthropic: 'tool_choice',
  gemini: 'toolConfig',
}

type Vendor = Pick<Channel, 'type'> & { baseUrl?: string | undefined }

/** Returns what the tools of a request become for a channel. `isFree`: nothing is charged, so that no cost can be. */
export function* toolEditsOf(
  { format, form }: Pick<RelayEndpoint, 'format' | 'form'>,
  { bytes, fields }: ScannedBody,
  channel: Vendor,
  isFree: boolean,
): Steps<ToolEdits> {
  if (form || !isToolFormat(format)) return NO_EDITS
  const isKept = (kind: string) => isPaid(format, kind, tellsSearches(channel))
  const costTold = !isFree && tellsCost(channel)
  const span = fields.spans.get('tools')
  const offered = span && (yield* withoutUnpaid(bytes.subarray(span.start, span.end), format, isKept, costTold))
  const input = format === 'responses' ? fields.spans.get('input') : undefined
  const added = input && (yield* withoutAdded(bytes.subarray(input.start, input.end), isKept, costTold))
  const omitted = [...(offered?.omitted ?? []), ...(added?.omitted ?? [])]
  const byCost = offered?.byCost === true || added?.byCost === true
  if (omitted.length === 0) return { omitted, byCost }
  const edits: Record<string, string | undefined> = {}
  if (offered && offered.omitted.length > 0) {
    edits.tools = offered.list
    // A choice among no tools is refused by every vendor.
    if (offered.list === undefined) edits[CHOICE[format]] = undefined
  }
  if (added && added.omitted.length > 0) edits.input = added.list
  return { edits, omitted, byCost }
}

/** Items that offer further tools: https://developers.openai.com/api/docs/guides/tools-tool-search */
const ADDING = ['"additional_tools"', '"tool_search_output"'].map((type) => Buffer.from(type))

/** Whether items of a request may offer tools. */
export const mayAddTools = (format: string, bytes: Buffer): boolean =>
  format === 'responses' && ADDING.some((type) => bytes.includes(type))

/** Leaves tools out of the items of an input that offer some. Most inputs have no such item. */
function* withoutAdded(
  input: Buffer,
  isKept: (kind: string) => boolean,
  costTold: boolean,
): Steps<EditedList | undefined> {
  if (input[0] !== OPEN_BRACKET || !mayAddTools('responses', input)) return undefined
  const items: Buffer[] = []
  const omitted: string[] = []
  let byCost = false
  for (const [index, item] of (yield* elementsOf(input)).entries()) {
    const fields = item[0] === OPEN_BRACE ? yield* scanFieldsInSteps(item) : undefined
    const span = fields?.spans.get('tools')
    const edited = span && (yield* withoutUnpaid(item.subarray(span.start, span.end), 'responses', isKept, costTold))
    byCost ||= edited?.byCost === true
    omitted.push(...(edited?.omitted ?? []).map((name) => `input[${index}].${name}`))
    const isChanged = fields && edited && edited.omitted.length > 0
    items.push(isChanged ? yield* editFieldsInSteps({ bytes: item, fields }, { tools: edited.list ?? '[]' }) : item)
  }
  return { list: `[${items.map(String).join(',')}]`, omitted, byCost }
}

function isPaid(format: ToolFormat, kind: string, searchesTold: boolean): boolean {
  const payment = paymentOf(format, kind)
  return payment.by !== 'nothing' && (!('where' in payment) || searchesTold)
}

interface EditedList extends Omit<ToolEdits, 'edits'> {
  /** What is sent, as JSON; undefined = nothing is left. */
  list: string | undefined
}

function* withoutUnpaid(
  list: Buffer,
  format: ToolFormat,
  paid: (kind: string) => boolean,
  costTold: boolean,
): Steps<EditedList> {
  const kept: Buffer[] = []
  const omitted: string[] = []
  let byCost = false
  for (const [index, tool] of (yield* elementsOf(list)).entries()) {
    const named = tool[0] === OPEN_BRACE ? yield* kindsOf(tool, format) : []
    const unpaid = named.filter(({ kind }) => !paid(kind))
    if (costTold && unpaid.length > 0) byCost = true
    else for (const { kind } of unpaid) omitted.push(`tools[${index}]: ${kind}`)
    if (costTold || unpaid.length === 0) kept.push(tool)
    else if (unpaid.length < named.length) kept.push(yield* without(tool, unpaid))
  }
  return { list: kept.length > 0 ? `[${kept.map(String).join(',')}]` : undefined, omitted, byCost }
}

interface Named {
  field: string
  kind: string
}

/** The kinds of one tool. In Gemini's format one object may hold several. */
function* kindsOf(tool: Buffer, format: ToolFormat): Steps<Named[]> {
  const { spans, repeated } = yield* scanFieldsInSteps(tool)
  if (format === 'gemini') return [...spans.keys()].map((field) => ({ field, kind: camelCased(field) }))
  const span = spans.get('type')
  const type = span && JSON.parse(tool.toString('utf8', span.start, span.end))
  // Some parsers take the first of two fields, others the last.
  const isTwice = repeated.some(({ name }) => name === 'type')
  return [{ field: 'type', kind: isTwice ? 'type, twice' : String(type ?? UNNAMED[format]) }]
}

function* without(tool: Buffer, unpaid: readonly Named[]): Steps<Buffer> {
  const fields = yield* scanFieldsInSteps(tool)
  return yield* editFieldsInSteps(
    { bytes: tool, fields },
    Object.fromEntries(unpaid.map(({ field }) => [field, undefined])),
  )
}

/** The elements of a list, each as its bytes; a value that is no list is its only element. */
function* elementsOf(list: Buffer): Steps<Buffer[]> {
  if (list[0] !== OPEN_BRACKET) return [list]
  const elements: Buffer[] = []
  let at = skipBlank(list, 1)
  while (at < list.length && list[at] !== CLOSE_BRACKET) {
    const end = yield* skipLongValue(list, at)
    elements.push(list.subarray(at, end))
    at = skipBlank(list, end)
    if (list[at] === COMMA) at = skipBlank(list, at + 1)
  }
  return elements
}
