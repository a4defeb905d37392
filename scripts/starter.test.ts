import { expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#test/harness/until.ts'

const { putStarter } = await import(new URL('starter.mjs', import.meta.url).href)

const HAS_SETPRIV = Bun.spawnSync(['sh', '-c', 'setpriv --pdeathsig clear true']).success

const lives = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.if(HAS_SETPRIV)('npm start becomes the server, with its arguments, which ends with the shell of npm', async () => {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-starter's-"))
  const program = join(folder, 'server')
  writeFileSync(
    program,
    '#!/bin/sh\necho $$ $BUN_CONFIG_MAX_HTTP_REQUESTS $BUN_JSC_codeBlockAgingLeaseMultiplier $1\nexec sleep 600\n',
  )
  chmodSync(program, 0o755)
  putStarter(program, folder)
  const { BUN_CONFIG_MAX_HTTP_REQUESTS: _, ...inherited } = process.env
  // What follows keeps the shell, as dash stays below npm.
  const shell = Bun.spawn(['sh', '-c', `"${join(folder, 'switchyard-server')}" 7; exit 0`], {
    env: { ...inherited, BUN_JSC_codeBlockAgingLeaseMultiplier: '3' },
    stdout: 'pipe',
  })
  const { value } = await shell.stdout.getReader().read()
  const [pid = 0, ...settings] = new TextDecoder().decode(value).trim().split(' ').map(Number)
  expect(settings).toEqual([65535, 3, 7])
  expect(lives(pid)).toBe(true)
  shell.kill('SIGTERM')
  await until(() => !lives(pid)).finally(() => lives(pid) && process.kill(pid, 'SIGKILL'))
  rmSync(folder, { recursive: true })
})

test.if(HAS_SETPRIV)('npm start ends when the server has ended, not when it is told to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-npm-start-'))
  const program = join(folder, 'server')
  // Ends a while after it was told to.
  writeFileSync(
    program,
    `#!/bin/sh\ntrap 'sleep 0.5; touch "${folder}/ended"; exit 0' TERM\necho up\nwhile :; do sleep 0.05; done\n`,
  )
  chmodSync(program, 0o755)
  putStarter(program, join(folder, 'node_modules/.bin'))
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'started', scripts: { start: scripts.start } }))
  const npm = Bun.spawn(['npm', 'start'], { cwd: folder, stdout: 'pipe' })
  const [output, text] = [npm.stdout.getReader(), new TextDecoder()]
  for (let told = ''; !told.includes('up\n'); ) told += text.decode((await output.read()).value)
  npm.kill('SIGTERM')
  await npm.exited
  expect(existsSync(join(folder, 'ended'))).toBe(true)
  rmSync(folder, { recursive: true })
})
