import { beforeAll, describe, expect, test } from 'bun:test'
import { type AgentFormat, startAgent } from '#test/harness/agents.ts'
import { cloudsSite } from '#test/harness/clouds-site.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { lastSent, sdkSite } from '#test/harness/sdk-site.ts'
import { inTier } from '#test/harness/tiers.ts'

/** Channels whose upstreams refuse state that is not their own: type and name of a model there. */
const VENDORS = {
  anthropic: { type: 14, name: 'claude-sonnet-4-5' },
  bedrock: { type: 33, name: 'eu.anthropic.claude-sonnet-4-5' },
  gemini: { type: 24, name: 'gemini-3-pro' },
  openai: { type: 1, name: 'gpt-5-codex' },
  chat: { type: 42, name: 'mistral-large' },
  deepseek: { type: 43, name: 'deepseek-v4' },
}
type VendorName = keyof typeof VENDORS
const NAMES = Object.keys(VENDORS) as VendorName[]
const FORMATS: AgentFormat[] = ['chat', 'responses', 'anthropic', 'gemini']

/** What a vendor's upstream must get back of its own state, by the formats whose clients can carry it. */
const OWN: Partial<Record<VendorName, { text: string; formats: readonly AgentFormat[] }>> = {
  anthropic: { text: '"signature":"EqFake="', formats: ['responses', 'anthropic', 'gemini'] },
  bedrock: { text: '"signature":"EqFake="', formats: ['responses', 'anthropic', 'gemini'] },
  gemini: { text: '"thoughtSignature":"c2lnbmVk"', formats: FORMATS },
  openai: { text: '"encrypted_content":"gAAAAABfake"', formats: ['responses', 'anthropic', 'gemini'] },
  deepseek: { text: '"reasoning_content":"Let me see."', formats: ['responses', 'anthropic', 'gemini'] },
}

const BEDROCK_KEY = 'AKFAKE1|secret/of+AKFAKE1|eu-west-1'

/** Each vendor whole and streamed; in the quick tier in turn one of both. */
const waysFrom = (first: VendorName) =>
  NAMES.flatMap((second, at) => {
    const both = [`${second}`, `${second} streamed`]
    return inTier('all') ? both : both.slice((at + NAMES.indexOf(first)) % 2).slice(0, 1)
  })

/** Agents that change the model in the middle of their tools, with state of the first vendor in their history. */
onDatabase('sqlite', (fresh) => {
  const site = sdkSite(fresh)
  const clouds = cloudsSite()
  let token: string
  /** For each vendor a model that calls the tool, and one that answers. */
  const models = new Map<string, string>()

  async function modelAt(vendor: VendorName, behaviour: string): Promise<string> {
    const { name, type } = VENDORS[vendor]
    const model = site.relay.model()
    const model_mapping = JSON.stringify({ [model]: `${name}@${behaviour}` })
    const cloud = vendor === 'bedrock' ? { base_url: clouds.url, key: BEDROCK_KEY } : {}
    await site.relay.channel({ models: model, model_mapping, type, ...cloud })
    return model
  }

  beforeAll(async () => {
    token = await site.relay.token()
    for (const vendor of NAMES) {
      models.set(`${vendor} calls`, await modelAt(vendor, 'tool_call=true&reasoning_tokens=5'))
      models.set(`${vendor} answers`, await modelAt(vendor, 'tokens=2'))
    }
  })

  describe.each(FORMATS)('an agent of %s', (format) => {
    describe.each(NAMES)('whose first answer is of %s', (first) => {
      test.each(waysFrom(first))('goes on at %s', async (way) => {
        const stream = way.endsWith('streamed')
        const second = way.replace(' streamed', '') as VendorName
        const agent = startAgent(format, { url: site.url, token })
        await agent.ask(models.get(`${first} calls`) ?? '', stream)
        await agent.goOn(models.get(`${second} answers`) ?? '', stream)
        const sent = Buffer.from(lastSent(second === 'bedrock' ? clouds : site.relay.upstream).body).toString()
        expect(sent).not.toContain('SwitchSeal')
        const own = first === second || isFamily(first, second) ? OWN[second] : undefined
        if (own?.formats.includes(format)) expect(sent).toContain(own.text)
      })
    })
  })
})

const isFamily = (first: VendorName, second: VendorName) =>
  [first, second].every((one) => one === 'anthropic' || one === 'bedrock')
