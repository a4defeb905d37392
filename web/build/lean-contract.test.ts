import { expect, test } from 'bun:test'
import { build } from 'vite'
import { channelTypes } from '#contract/channel-types/all.ts'
import { leanContract, leanTypes, RELAYS_OWN } from './lean-contract.ts'

const ENTRY = '\0entry'

/** Bundles a line of code against the real contract. */
async function bundle(code: string) {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      leanContract(),
      leanTypes(),
      { name: 'entry', resolveId: (id) => (id === ENTRY ? ENTRY : null), load: (id) => (id === ENTRY ? code : null) },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: ENTRY } },
  })
  const { output } = Array.isArray(result) ? result[0]! : (result as Extract<typeof result, { output: unknown }>)
  return output[0].code
}

const contract = `${import.meta.dir}/../../contract/api`

test('calling an endpoint ships its method and path, and no schema', async () => {
  const code = await bundle(`import { login } from '${contract}/session.ts'; console.log(login)`)
  expect(code).toContain('/api/user/login')
  expect(code).toContain('POST')
  expect(code).not.toContain('ZodMini')
  expect(code.length).toBeLessThan(1000)
})

test('a form still gets the schema that it validates with', async () => {
  const code = await bundle(`import { tokenInput } from '${contract}/tokens.ts'; console.log(tokenInput)`)
  expect(code).toContain('token_name_required')
  expect(code).toContain('ZodMiniObject')
})

test('channel types come without what only the relay needs, and with all else', async () => {
  const code = await bundle(
    `import { channelTypes } from '${contract}/../channel-types/all.ts'; globalThis.bundledTypes = channelTypes`,
  )
  new Function(code)()
  const { bundledTypes } = globalThis as { bundledTypes?: unknown }
  const isLeft = ([name]: [string, unknown]) => !RELAYS_OWN.includes(name)
  expect(bundledTypes).toEqual(channelTypes.map((type) => Object.fromEntries(Object.entries(type).filter(isLeft))))
  for (const name of RELAYS_OWN) expect(channelTypes.some((type) => name in type)).toBe(true)
})
