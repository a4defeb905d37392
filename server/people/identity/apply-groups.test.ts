import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import * as api from '#contract/api/identity.ts'
import { type OidcProviderInput, readGroupRules } from '#contract/login/oidc-providers.ts'
import { ROLE } from '#contract/roles.ts'
import { CLIENT } from '#test/fake-providers/desk.ts'
import { type FakeProviders, startFakeProviders } from '#test/fake-providers/server.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { openBrowser } from '#test/harness/browser.ts'
import { changeUser } from '#test/harness/callers.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { setOptions } from '#test/harness/options.ts'
import { callbackOf } from '#test/harness/provider-login.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { standingOf } from './apply-groups.ts'

describe('rules', () => {
  test('are read in their order, and refused when one has another form', () => {
    expect(readGroupRules(' staff = vip,\nops=@admin , ')).toEqual([
      { from: 'staff', to: 'vip' },
      { from: 'ops', to: '@admin' },
    ])
    expect(readGroupRules('')).toEqual([])
    for (const text of ['staff', 'staff =', '= vip', 'a = b = c']) expect(readGroupRules(text)).toBeUndefined()
  })

  test.each([
    [['staff'], ROLE.user, { group: 'vip', role: ROLE.user }],
    [['guests', 'staff'], ROLE.user, { group: 'vip', role: ROLE.user }],
    [['ops'], ROLE.user, { group: 'default', role: ROLE.admin }],
    [['none'], ROLE.admin, { group: 'default', role: ROLE.user }],
    [[], ROLE.root, { group: 'default', role: ROLE.root }],
  ])('who is in %p with the role %d', (groups, role, standing) => {
    const rules = readGroupRules('staff = vip, guests = svip, ops = @admin')!
    expect(standingOf(rules, groups, { group: 'default', role })).toEqual(standing)
    expect(standingOf([], groups, { group: 'default', role })).toEqual({ group: 'default', role })
  })
})

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  let fake: FakeProviders

  const save = (changes: Partial<OidcProviderInput>) => {
    const base = { id: 'staff', name: 'Staff', issuer: fake.oidcIssuer, client_id: CLIENT.id, enabled: true }
    const list = [{ ...base, scopes: 'openid profile', client_secret: CLIENT.secret, ...changes }]
    return setOptions(server, { OIDCProviders: list })
  }
  async function enter(claims: Record<string, unknown>) {
    const browser = openBrowser(server)
    const { data } = await browser.call(api.oauthAuthorize, { query: { provider: 'oidc-staff' } })
    const query = fake.desk.consent(data!.url, { id: 'person-1', name: 'Alice', claims })
    return (await browser.call(callbackOf('oidc-staff'), { query })).data
  }

  beforeAll(async () => {
    fake = await startFakeProviders()
    await setOptions(server, { ServerAddress: 'https://gateway.example', RegisterEnabled: true })
  })
  afterAll(() => fake.stop())

  test('set group and role at each login, with an audit row where something changes', async () => {
    await save({ group_rules: 'staff = vip, nobody = no-such-group, ops = @admin' })
    const first = await enter({ groups: ['staff', 'nobody', 7] })
    expect(first).toMatchObject({ group: 'vip', role: ROLE.user })
    expect(await enter({ groups: ['staff', 'ops'] })).toMatchObject({ group: 'vip', role: ROLE.admin })
    expect((await server.services.callers.userById(first!.id))?.role).toBe(ROLE.admin)
    expect(await enter({ groups: 'ops' })).toMatchObject({ role: ROLE.admin })
    expect(await enter({})).toMatchObject({ group: 'default', role: ROLE.user })
    const audits = await auditsOf(server, 'user', first!.id)
    expect(audits.map(({ actor_name, after }) => [actor_name, JSON.parse(after)])).toEqual([
      ['oidc-staff', { group: 'vip', role: ROLE.user }],
      ['oidc-staff', { group: 'vip', role: ROLE.admin }],
      ['oidc-staff', { group: 'default', role: ROLE.admin }],
      ['oidc-staff', { group: 'default', role: ROLE.user }],
    ])
  })

  test('a group ends with the membership, and the one before it comes back', async () => {
    await save({ group_rules: 'staff = vip, guests = svip' })
    const { id } = (await enter({ groups: [] }))!
    const setGroup = (group: string) => changeUser(server, id, { group })
    await setGroup('svip')
    expect(await enter({ groups: ['staff'] })).toMatchObject({ group: 'vip' })
    expect(await enter({ groups: ['staff'] })).toMatchObject({ group: 'vip' })
    expect(await enter({ groups: ['other'] })).toMatchObject({ group: 'svip' })
    expect(await enter({})).toMatchObject({ group: 'svip' })
    // From one rule to another, and out.
    await setGroup('default')
    expect(await enter({ groups: ['staff'] })).toMatchObject({ group: 'vip' })
    expect(await enter({ groups: ['guests'] })).toMatchObject({ group: 'svip' })
    expect(await enter({})).toMatchObject({ group: 'default' })
    // What an administrator has chosen since stays.
    expect(await enter({ groups: ['staff'] })).toMatchObject({ group: 'vip' })
    await setGroup('svip')
    expect(await enter({})).toMatchObject({ group: 'svip' })
    await setGroup('default')
  })

  test('two logins at once keep the group from before', async () => {
    await save({ group_rules: 'staff = vip' })
    await Promise.all([1, 2, 3].map(() => enter({ groups: ['staff'] })))
    expect(await enter({})).toMatchObject({ group: 'default' })
  })

  test('come from the claim that is named, and change nothing where there are none', async () => {
    await save({ group_rules: 'ops = @admin', groups_claim: 'roles' })
    expect(await enter({ roles: ['ops'], groups: [] })).toMatchObject({ role: ROLE.admin })
    await save({})
    expect(await enter({ groups: ['x'] })).toMatchObject({ role: ROLE.admin })
  })

  test('of the single options count in the same way', async () => {
    await setOptions(server, {
      OIDCIssuer: fake.oidcIssuer,
      OIDCClientId: CLIENT.id,
      OIDCClientSecret: CLIENT.secret,
      OIDCScopes: 'openid profile roles',
      OIDCGroupRules: 'staff = vip, ops = @admin',
      OIDCGroupsClaim: 'roles',
      OIDCEnabled: true,
    })
    const enterBy = async (claims: Record<string, unknown>) => {
      const browser = openBrowser(server)
      const { data } = await browser.call(api.oauthAuthorize, { query: { provider: 'oidc' } })
      expect(new URL(data!.url).searchParams.get('scope')).toBe('openid profile roles')
      const query = fake.desk.consent(data!.url, { id: 'person-2', name: 'Bob', claims })
      return (await browser.call(callbackOf('oidc'), { query })).data
    }
    expect(await enterBy({ roles: ['staff', 'ops'] })).toMatchObject({ group: 'vip', role: ROLE.admin })
    expect(await enterBy({ roles: ['staff'] })).toMatchObject({ group: 'vip', role: ROLE.user })
    await setOptions(server, { OIDCGroupRules: '' })
    expect(await enterBy({ roles: ['ops'] })).toMatchObject({ group: 'vip', role: ROLE.user })
    await expect(setOptions(server, { OIDCGroupRules: 'staff' })).rejects.toThrow()
    await expect(setOptions(server, { OIDCScopes: 'profile' })).rejects.toThrow()
  })

  test('of another form are refused', async () => {
    await expect(save({ group_rules: 'staff' })).rejects.toThrow()
  })
})
