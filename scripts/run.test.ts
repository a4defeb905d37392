import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { until } from '#test/harness/until.ts'

/** A program that says its process id and goes on until it is told to stop. */
const PROGRAM = 'console.log(process.pid); setInterval(() => {}, 1000)'
const LAUNCHER = `
  import { node, run } from ${JSON.stringify(join(import.meta.dirname, 'run.mjs'))}
  await run(node('-e', ${JSON.stringify(PROGRAM)}))`

const lives = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Starts the launcher below a shell that passes no signals on, as npm does where `sh` is dash. */
async function begin(env: Record<string, string>) {
  const shell = Bun.spawn(['sh', '-c', 'node --input-type=module -e "$CODE"; exit 0'], {
    env: { ...process.env, CODE: LAUNCHER, npm_lifecycle_event: '', ...env },
    stdout: 'pipe',
  })
  const { value } = await shell.stdout.getReader().read()
  return { shell, pid: Number(new TextDecoder().decode(value)) }
}

test('when npm is told to stop, what it started stops', async () => {
  const { shell, pid } = await begin({ npm_lifecycle_event: 'start' })
  expect(lives(pid)).toBe(true)
  shell.kill('SIGTERM')
  await until(() => !lives(pid)).finally(() => lives(pid) && process.kill(pid, 'SIGKILL'))
})

test('whoever logs out leaves the server running that he started without npm', async () => {
  const { shell, pid } = await begin({})
  shell.kill('SIGTERM')
  await shell.exited
  await Bun.sleep(1500)
  expect(lives(pid)).toBe(true)
  process.kill(pid, 'SIGTERM')
})

test.each([
  [{}, '100000'],
  [{ BUN_JSC_codeBlockAgingLeaseMultiplier: '3' }, '3'],
])('what is started finds the settings of the runtime, and those of %p first', async (env, expected) => {
  const print = 'console.log(process.env.BUN_JSC_codeBlockAgingLeaseMultiplier)'
  const code = LAUNCHER.replace(JSON.stringify(PROGRAM), JSON.stringify(print))
  const { BUN_JSC_codeBlockAgingLeaseMultiplier: _, ...inherited } = process.env
  const launcher = Bun.spawn(['node', '--input-type=module', '-e', code], { env: { ...inherited, ...env } })
  expect((await new Response(launcher.stdout).text()).trim()).toBe(expected)
})

const BECOMING = `
  process.execve = (program, args, env) => {
    console.log(JSON.stringify([program === process.execPath, args.slice(1), env.BUN_JSC_codeBlockAgingLeaseMultiplier]))
    process.exit(0)
  }
  const { become, node } = await import(${JSON.stringify(join(import.meta.dirname, 'run.mjs'))})
  await become(node('-e', 'console.log("was started")'))`

test.each([
  ['by itself, becomes it', '', 'exec ', '[true,["-e","console.log(\\"was started\\")"],"100000"]'],
  ['by npm through a shell that stays, starts it', 'start', '', 'was started'],
])('a launcher of one program that was started %s', async (_how, npmEvent, exec, expected) => {
  const { BUN_JSC_codeBlockAgingLeaseMultiplier: _, ...inherited } = process.env
  const shell = Bun.spawn(['sh', '-c', `${exec}node --input-type=module -e "$CODE"; exit 0`], {
    env: { ...inherited, CODE: BECOMING, npm_lifecycle_event: npmEvent },
  })
  expect((await new Response(shell.stdout).text()).trim()).toBe(expected)
})
