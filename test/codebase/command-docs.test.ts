import { expect, test } from 'bun:test'
import { commands } from '#server/tools/command-line/commands.ts'
import { withCommands } from './command-docs.ts'
import { ROOT } from './sources.ts'

test('the page about the command line has the help of every command as the program prints it', async () => {
  const page = await Bun.file(`${ROOT}/docs/reference/command-line.md`).text()
  if (withCommands(page, commands) !== page) {
    throw new Error('Run `node_modules/.bin/bun scripts/command-docs.ts`, which writes it into the page.')
  }
  expect(page).toContain('### apply')
})
