import type { JsonObject } from '../conversation.ts'
import { objectOf, objectsOf, parseObject, textOf, withoutUndefined } from '../json.ts'

/** OpenAI's tools that the client runs, as functions for other vendors, and their calls in the client's format. */

export type BuiltIn = keyof typeof builtIns

interface BuiltInTool {
  description: string
  parameters: JsonObject
  /** The type of its call items, and the prefix of their ids. */
  call: string
  prefix: string
  /** Converts arguments of a function call to the action fields of a call item. */
  written(args: JsonObject): JsonObject
  /** Converts a call item to the arguments of a function call. */
  read(item: JsonObject): unknown
}

const strings = (description: string) => ({ type: 'array', items: { type: 'string' }, description })
const milliseconds = { type: 'integer', description: 'Timeout in milliseconds' }
const text = (description: string) => ({ type: 'string', description })
const object = (properties: JsonObject, required: string[]): JsonObject => ({ type: 'object', properties, required })
const point = object({ x: { type: 'integer' }, y: { type: 'integer' } }, ['x', 'y'])
const textsOf = (value: unknown) => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [])

const ACTION = object(
  {
    type: {
      type: 'string',
      enum: ['click', 'double_click', 'drag', 'keypress', 'move', 'screenshot', 'scroll', 'type', 'wait'],
    },
    x: { type: 'integer' },
    y: { type: 'integer' },
    button: { type: 'string', enum: ['left', 'right', 'wheel', 'back', 'forward'] },
    path: { type: 'array', items: point, description: 'For drag: the points from start to end' },
    keys: strings('For keypress'),
    scroll_x: { type: 'integer' },
    scroll_y: { type: 'integer' },
    text: text('For type'),
  },
  ['type'],
)
/** https://developers.openai.com/api/docs/guides/tools-computer-use */
const COMPUTER = {
  description: "Acts on the user's computer. A screenshot is returned afterwards.",
  call: 'computer_call',
  prefix: 'cu',
  read: ({ action, actions }: JsonObject) => action ?? { actions },
}

const builtIns = {
  /** https://developers.openai.com/api/docs/guides/tools-shell */
  shell: {
    description: "Runs shell commands on the user's machine and returns their output.",
    parameters: object(
      {
        commands: strings('The commands to run, in order'),
        timeout_ms: milliseconds,
        max_output_length: { type: 'integer', description: 'Most characters of output to return' },
      },
      ['commands'],
    ),
    call: 'shell_call',
    prefix: 'sh',
    written: ({ commands, timeout_ms = null, max_output_length = null }) => ({
      action: {
        commands: typeof commands === 'string' ? [commands] : textsOf(commands),
        timeout_ms,
        max_output_length,
      },
      environment: { type: 'local' },
    }),
    read: ({ action }) => action,
  },
  /** https://developers.openai.com/api/docs/guides/tools-local-shell */
  local_shell: {
    description: "Runs one command on the user's machine and returns its output.",
    parameters: object(
      {
        command: strings('The command and its arguments'),
        working_directory: text('Where to run it'),
        env: { type: 'object', description: 'Environment variables' },
        timeout_ms: milliseconds,
      },
      ['command'],
    ),
    call: 'local_shell_call',
    prefix: 'lsh',
    written: ({ command, working_directory = null, env, timeout_ms = null, user = null }) => ({
      action: {
        type: 'exec',
        command: typeof command === 'string' ? ['bash', '-lc', command] : textsOf(command),
        env: objectOf(env),
        timeout_ms,
        user,
        working_directory,
      },
    }),
    read({ action }) {
      const { type: _type, ...rest } = objectOf(action)
      return rest
    },
  },
  /** https://developers.openai.com/api/docs/guides/tools-apply-patch */
  apply_patch: {
    description: 'Creates, updates or deletes one file by a diff in the V4A format.',
    parameters: object(
      {
        type: { type: 'string', enum: ['create_file', 'update_file', 'delete_file'] },
        path: text('The file, relative to the workspace'),
        diff: text('The diff; not for delete_file'),
      },
      ['type', 'path'],
    ),
    call: 'apply_patch_call',
    prefix: 'apc',
    written: ({ type, path, diff }) => ({
      operation: withoutUndefined({ type, path, diff: type === 'delete_file' ? undefined : (diff ?? '') }),
    }),
    read: ({ operation }) => operation,
  },
  /**
   * A search that the client runs among tools that it did not send:
   * https://developers.openai.com/api/docs/guides/tools-tool-search
   */
  tool_search: {
    description: 'Finds tools that are not listed here. The tools that it finds can be called afterwards.',
    parameters: object({ query: text('What the tool should do') }, ['query']),
    call: 'tool_search_call',
    prefix: 'tsc',
    written: (args) => ({ execution: 'client', arguments: args }),
    read: ({ arguments: args }) => args,
  },
  computer: {
    ...COMPUTER,
    parameters: object({ actions: { type: 'array', items: ACTION } }, ['actions']),
    written: ({ actions }) => ({ actions: objectsOf(actions), pending_safety_checks: [] }),
  },
  computer_use_preview: {
    ...COMPUTER,
    parameters: ACTION,
    written: (action) => ({ action, pending_safety_checks: [] }),
  },
} satisfies Record<string, BuiltInTool>

const table: Readonly<Record<BuiltIn, BuiltInTool>> = builtIns
const byCall = new Map(Object.entries(table).map(([kind, { call }]) => [call, kind as BuiltIn]))

/** Returns whether a shell runs in a container of the vendor. */
export const isVendorPlace = (environment: unknown) => textOf(objectOf(environment).type).startsWith('container')

/** Returns whether the vendor itself ran a call of a built-in tool. */
export const isVendorCall = ({ call_id, execution, environment }: JsonObject) =>
  !textOf(call_id) || execution === 'server' || isVendorPlace(environment)

export const isBuiltIn = (type: unknown): type is BuiltIn => typeof type === 'string' && Object.hasOwn(builtIns, type)

/** Returns the built-in tool whose calls have this type; undefined = there is none. */
export const builtInOfCall = (type: unknown): BuiltIn | undefined => byCall.get(textOf(type))

/** Returns the function that describes a built-in tool to another vendor. */
export const builtInFunction = (kind: BuiltIn) => ({
  description: table[kind].description,
  parameters: table[kind].parameters,
})

/** Returns the JSON arguments of the function call that corresponds to a built-in tool's call item. */
export function readBuiltInCall(kind: BuiltIn, item: JsonObject): string {
  const args = table[kind].read(item)
  return typeof args === 'string' ? args : JSON.stringify(objectOf(args))
}

/** Writes the call item of a built-in tool. `arguments`: JSON text of an object. */
export function writeBuiltInCall(kind: BuiltIn, call: { call_id: string; arguments: string }): JsonObject {
  const { call: type, written } = table[kind]
  return { type, call_id: call.call_id, ...written(parseObject(call.arguments) ?? {}) }
}

/** Returns the id prefix of a built-in tool's calls. */
export const builtInPrefix = (kind: BuiltIn) => table[kind].prefix
