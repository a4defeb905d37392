import { isNode, type Node, visitFunctions } from '#test/codebase/functions.ts'

/** What is called with the name of each function that is entered. */
export const NOTE = '__entered'

/** How far a call travels through the code. */
export interface Trip {
  files: number
  /** Functions with a separate name in their file; one that is entered twice counts once. */
  functions: number
}

interface Mark {
  at: number
  text: string
}

/** Returns the code of a TypeScript file in which every function notes `file:name` when it is entered. */
export function withNotes(file: string, code: string): string {
  const marks: Mark[] = []
  visitFunctions(file, code, (node, name) => {
    if (isNode(node.body))
      marks.push(...marksOf(node.body, `globalThis.${NOTE}?.(${JSON.stringify(`${file}:${name}`)})`))
  })
  // Of two at one place, that of the inner function was found last, and what it opens comes last.
  marks.sort((a, b) => a.at - b.at)
  let out = ''
  let from = 0
  for (const { at, text } of marks) {
    out += code.slice(from, at) + text
    from = at
  }
  return out + code.slice(from)
}

function marksOf(body: Node, note: string): Mark[] {
  if (body.type !== 'BlockStatement') {
    return [
      { at: body.start, text: `(${note},(` },
      { at: body.end, text: '))' },
    ]
  }
  // Fields are set behind `super()`, which must stay the first statement.
  const parent = (body.body as Node[]).find(isSuperCall)
  return [{ at: parent?.end ?? body.start + 1, text: `;${note};` }]
}

const isSuperCall = ({ expression }: Node) =>
  isNode(expression) && isNode(expression.callee) && expression.callee.type === 'Super'

/** Counts the different files and functions in notes of the form `file:name`. */
export function countTrip(notes: readonly string[]): Trip {
  const functions = new Set(notes)
  return {
    files: new Set([...functions].map((note) => note.slice(0, note.lastIndexOf(':')))).size,
    functions: functions.size,
  }
}
