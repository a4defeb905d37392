import type { Command } from '#server/tools/command-line/command.ts'
import { commandHelp } from '#server/tools/command-line/help.ts'

const BEGIN = '<!-- commands: begin, written by scripts/command-docs.ts -->'
const END = '<!-- commands: end -->'

/** Puts the help of every command into a page, between its marks. */
export function withCommands(page: string, commands: readonly Command[]): string {
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`The page has no ${BEGIN} … ${END}`)
  const parts = commands.map((command) => `### ${command.name}\n\n\`\`\`text\n${commandHelp(command)}\n\`\`\`\n`)
  return `${before}${BEGIN}\n\n${parts.join('\n')}\n${END}${after}`
}
