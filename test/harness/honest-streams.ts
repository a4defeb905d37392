import { expect, test } from 'bun:test'
import { APIError } from 'openai'
import { failureOf, type SdkSite } from './sdk-site.ts'

/**
 * The tests that every upstream's streams must pass: one that breaks off is told and billed for what was delivered, and
 * one that counts nothing is billed by an estimate. `behave` adds a channel whose upstream does what is written; `prompt`
 * tokens are billed for three words: what the upstream told before it broke off, or the estimate; `endings` are ways to
 * break off, each with the code that the caller is told.
 */
export function testHonestStreams(
  site: SdkSite,
  behave: (behaviour: string) => Promise<unknown>,
  prompt: number,
  endings: [behaviour: string, code: string][] = [['cut_after=4', 'upstream_cut']],
): void {
  test.each(endings)('that ends with %s says so, and is billed for what was delivered', async (behaviour, code) => {
    await behave(`tokens=9&${behaviour}`)
    const error = await failureOf(site.stream())
    expect(error).toBeInstanceOf(APIError)
    expect(error).toMatchObject({ code })
    const [row] = await site.relay.charges(site.model, 1)
    expect(row?.receipt.end_reason).toBe('upstream_error')
    expect(row?.prompt).toBe(prompt)
    expect(row?.completion).toBeGreaterThan(0)
  })

  test('without usage is billed by an estimate', async () => {
    await behave('tokens=4&usage=false')
    await site.stream()
    const [row] = await site.relay.charges(site.model, 1)
    expect(row?.receipt.usage_source).toBe('estimated')
    expect(row?.completion).toBeGreaterThan(0)
  })
}
