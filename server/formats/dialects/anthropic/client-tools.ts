import type { JsonObject, Tool } from '../conversation.ts'
import { numberOf, textOf } from '../json.ts'

/**
 * Tools with schemas that Anthropic's models are trained on and whose calls the client runs, as functions for
 * models of other vendors: https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview#client-tools.
 * Calls keep name and input.
 */

const text = (description: string) => ({ type: 'string', description })
const whole = (description: string) => ({ type: 'integer', description })
const oneOf = (...words: string[]) => ({ type: 'string', enum: words })
const whole2 = (description: string) => ({
  type: 'array',
  items: { type: 'integer' },
  minItems: 2,
  maxItems: 2,
  description,
})
const object = (properties: JsonObject, required: string[]): JsonObject => ({ type: 'object', properties, required })

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/bash-tool */
const bash = () => ({
  description: "Runs a command in a bash session on the user's machine, which keeps its state between calls.",
  parameters: object(
    {
      command: text('The command; not with restart'),
      restart: { type: 'boolean', description: 'Starts a new session' },
    },
    [],
  ),
})

const FILE = {
  path: text('The path of the file or directory'),
  file_text: text('For create: the content of the file'),
  old_str: text('For str_replace: the text to replace, which must be unique in the file'),
  new_str: text('For str_replace: the new text'),
  insert_line: whole('For insert: the line behind which to insert; 0 is the beginning'),
  insert_text: text('For insert: the text to insert'),
  view_range: whole2('For view: the first and the last line; -1 is the end'),
}

/**
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/text-editor-tool. Old versions use `new_str` for
 * inserts.
 */
function textEditor(type: string) {
  const { insert_text, ...file } = FILE
  const undoes = type.endsWith('20241022') || type.endsWith('20250124')
  return {
    description: "Views, creates and edits text files on the user's machine.",
    parameters: object(
      {
        command: oneOf('view', 'create', 'str_replace', 'insert', ...(undoes ? ['undo_edit'] : [])),
        ...file,
        ...(type.endsWith('20250728')
          ? { insert_text }
          : { new_str: text('For str_replace: the new text. For insert: the text to insert') }),
      },
      ['command', 'path'],
    ),
  }
}

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/memory-tool */
const memory = () => ({
  description:
    'Views and edits the files of the memory below /memories, which lasts between conversations. View it before a task.',
  parameters: object(
    {
      command: oneOf('view', 'create', 'str_replace', 'insert', 'delete', 'rename'),
      ...FILE,
      old_path: text('For rename: the present path'),
      new_path: text('For rename: the new path'),
    },
    ['command'],
  ),
})

const CLICKS = ['left_click', 'right_click', 'middle_click', 'double_click', 'left_click_drag']
const LATER_ACTIONS = ['triple_click', 'left_mouse_down', 'left_mouse_up', 'scroll', 'hold_key', 'wait']

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/computer-use-tool */
function computer(type: string, { display_width_px, display_height_px, enable_zoom }: JsonObject) {
  const later = type.endsWith('20241022') ? [] : LATER_ACTIONS
  const zoom = enable_zoom === true ? ['zoom'] : []
  const size = `${numberOf(display_width_px) ?? '?'} by ${numberOf(display_height_px) ?? '?'} pixels`
  return {
    description: `Acts on the user's computer, whose screen has ${size}. Take a screenshot to see what an action did.`,
    parameters: object(
      {
        action: oneOf('key', 'type', 'mouse_move', 'screenshot', 'cursor_position', ...CLICKS, ...later, ...zoom),
        coordinate: whole2('The point (x, y) of clicks, moves and scrolls, and the end of left_click_drag'),
        start_coordinate: whole2('For left_click_drag: the point to start from'),
        text: text('For type: the text. For key and hold_key: the keys, such as ctrl+s. For clicks: keys to hold'),
        ...(later.length > 0
          ? {
              scroll_direction: oneOf('up', 'down', 'left', 'right'),
              scroll_amount: whole('For scroll: clicks of the wheel'),
              duration: { type: 'number', description: 'For hold_key and wait: seconds' },
            }
          : {}),
        ...(zoom.length > 0
          ? { region: { type: 'array', items: { type: 'integer' }, description: 'For zoom: x1, y1, x2, y2' } }
          : {}),
      },
      ['action'],
    ),
  }
}

const byKind: Readonly<Record<string, (type: string, tool: JsonObject) => Pick<Tool, 'description' | 'parameters'>>> = {
  bash,
  text_editor: textEditor,
  memory,
  computer,
}
const DATED = /^(bash|text_editor|memory|computer)_\d{8}$/

/** Returns the function that replaces a tool for other vendors; undefined = the client does not run it. */
export function toClientTool(tool: JsonObject): Tool | undefined {
  const type = textOf(tool.type)
  const kind = DATED.exec(type)?.[1]
  const described = kind === undefined ? undefined : byKind[kind]?.(type, tool)
  return described && { name: textOf(tool.name) || (kind ?? ''), ...described }
}
