import { beforeEach, expect, test } from 'bun:test'
import { listOptions, optionHistory, setOption } from '#contract/api/options.ts'
import { errors } from '#contract/errors.ts'
import { options as definitions, isOptionKey, type OptionKey } from '#contract/options.ts'
import { answer, changes } from '#test/dom/api.ts'
import { openConsole } from '#test/dom/console.tsx'
import {
  button,
  dialog,
  fill,
  first,
  focused,
  has,
  keys,
  like,
  link,
  person,
  press,
  region,
  says,
  searchbox,
  t,
  there,
  until,
  zh,
} from '#test/dom/page.ts'
import { answerSite } from '#test/dom/site.ts'

let stored: Map<OptionKey, string>
const refused = new Map<OptionKey, string>()

beforeEach(() => {
  answerSite({})
  refused.clear()
  stored = new Map(
    Object.keys(definitions)
      .filter(isOptionKey)
      .map((key) => [key, definitions[key].default]),
  )
  answer(listOptions, () => ({ data: [...stored].map(([key, value]) => ({ key, value })) }))
  answer(setOption, ({ body: { key, value } }) => {
    const message = refused.get(key as OptionKey)
    if (message) return { refusal: { message } }
    stored.set(key as OptionKey, value)
    return {}
  })
})

const row = (key: OptionKey) => document.querySelector<HTMLElement>(`#option-${key}`)!
const input = (key: OptionKey) => row(key).querySelector<HTMLInputElement>('input, textarea')!
const toggle = (key: OptionKey) => row(key).querySelector<HTMLElement>('[role=switch]')!
const told = (key: OptionKey, words: string | RegExp) =>
  until(() => expect(row(key).textContent).toMatch(typeof words === 'string' ? like(words) : words))
const bar = () => region(t('settings:bar.label'))
/** All settings of a tab, by its link and that below the list of its sections. */
async function openAll(tab: 'operation' | 'system' | 'other') {
  await press(() => link(t(`shell:tab.${tab}`)))
  await press(() => link(t('settings:section.all')))
}
const counted = (count: number) => until(() => expect(bar().textContent).toContain(t('settings:bar.count', { count })))
const save = () => press(() => button(t('settings:bar.save'), bar()))

async function open(address: string, key: OptionKey) {
  const page = await openConsole(`/setting?${address}&section=all`, { frame: true })
  await there(() => row(key))
  return page
}

test('three changes on two tabs are saved at once; a refused one stays with its reason', async () => {
  refused.set('GitHubOAuthEnabled', errors.github_not_configured.en)
  await open('tab=operation', 'RetryTimes')
  await fill(() => input('RetryTimes'), '7')
  await told('RetryTimes', t('settings:changed'))
  await openAll('system')
  await press(() => toggle('GitHubOAuthEnabled'))
  await fill(() => input('OIDCDisplayName'), 'Our login')
  await counted(3)

  await press(() => button(t('settings:bar.review'), bar()))
  await until(() => expect(dialog().querySelector('del')?.textContent).toBe('3'))
  expect(dialog().querySelector('ins')?.textContent).toBe('7')
  expect(dialog().textContent).toContain('Our login')
  await press(() => button(t('settings:review.save', { count: 3 }), dialog()))
  await says(t('settings:someFailed'))
  await says(t('settings:bar.result', { saved: 2, refused: 1 }))
  await told('GitHubOAuthEnabled', errors.github_not_configured.en)
  await counted(1)
  expect(Object.fromEntries(stored)).toMatchObject({
    RetryTimes: '7',
    OIDCDisplayName: 'Our login',
    GitHubOAuthEnabled: 'false',
  })
  await press(() => toggle('GitHubOAuthEnabled'))
  await until(() => expect(has('region', t('settings:bar.label'))).toBe(false))
})

test('wrong input is told at the field and not sent; unsaved changes survive a reload, secrets do not', async () => {
  const page = await open('tab=system', 'ServerAddress')
  await fill(() => input('ServerAddress'), 'gateway.example')
  await told('ServerAddress', errors.option_not_url.en)
  await fill(() => input('EpayId'), '1000')
  await press(() => button(like(t('settings:secret.set')), row('EpayKey')))
  await fill(() => input('EpayKey'), 'never-kept')
  await keys('{Control>}{Enter}{/Control}')
  await focused(() => input('ServerAddress'))
  expect(changes()).toEqual([])
  await until(() => expect(sessionStorage.getItem('draft:settings')).toContain('1000'))
  await page.reload()
  await says(t('form:draft.restored'))
  await until(() => expect(input('EpayId').value).toBe('1000'))
  await counted(2)
  expect(JSON.stringify([sessionStorage, localStorage])).not.toContain('never-kept')

  await fill(() => input('ServerAddress'), '')
  await told('EpayId', t('settings:problem.needsAddress'))
  await fill(() => input('ServerAddress'), 'https://gateway.example/')
  await save()
  await says(t('settings:saved'))
  expect(Object.fromEntries(stored)).toMatchObject({ EpayId: '1000' })
})

test('a change that survived a reload does not silently overwrite what another administrator saved', async () => {
  const page = await open('tab=operation', 'RetryTimes')
  await fill(() => input('RetryTimes'), '7')
  await until(() => expect(sessionStorage.getItem('draft:settings')).toContain('7'))
  stored.set('RetryTimes', '5')
  await page.reload()
  await until(() => expect(input('RetryTimes').value).toBe('7'))
  await save()
  await until(() => expect(dialog().querySelector('ins')?.textContent).toBe('7'))
  expect(stored.get('RetryTimes')).toBe('5')
})

for (const typed of ['0', '-5', '7,5', '1e6', '']) {
  test(`the number “${typed}” stays as it was typed and is not saved, over tabs too`, async () => {
    await open('tab=operation', 'QuotaPerUnit')
    await fill(() => input('QuotaPerUnit'), typed)
    await keys('{Control>}{Enter}{/Control}')
    await told('QuotaPerUnit', /Must be a number/)
    input('QuotaPerUnit').blur()
    expect(input('QuotaPerUnit').value).toBe(typed)
    await openAll('system')
    await there(() => row('ServerAddress'))
    await openAll('operation')
    await told('QuotaPerUnit', /Must be a number/)
    expect(changes()).toEqual([])
  })
}

test('what quota is worth is saved only after a question', async () => {
  await open('tab=operation', 'QuotaPerUnit')
  await fill(() => input('QuotaPerUnit'), '600000')
  await save()
  const question = () => dialog(t('settings:revalue.title', { to: '600,000' }))
  await press(() => button(t('common:action.cancel'), question()))
  await until(() => expect(has('dialog')).toBe(false))
  expect(stored.get('QuotaPerUnit')).toBe('500000')
  await save()
  await press(() => button(t('settings:revalue.action')))
  await says(t('settings:saved'))
  expect(stored.get('QuotaPerUnit')).toBe('600000')
})

test('a table tells what is wrong with a line, keeps it over tabs, and can be edited as JSON', async () => {
  await open('tab=operation', 'GroupRatio')
  const cell = (column: string) => () =>
    row('GroupRatio').querySelector<HTMLInputElement>(`[aria-label="${t('form:pairs.cell', { column, line: 4 })}"]`)!
  const name = cell(t('settings:table.group'))
  await press(() => button(like(t('form:pairs.add')), row('GroupRatio')))
  await there(() => name())
  await fill(name, 'a,b')
  await fill(cell(t('settings:table.ratio')), '2')
  await told('GroupRatio', t('settings:problem.comma', { line: 4, name: 'a,b' }))
  await openAll('other')
  await there(() => row('SystemName'))
  await openAll('operation')
  await until(() => expect(name().value).toBe('a,b'))
  await fill(name, 'team')

  await press(() => button(like(t('form:pairs.asJson')), row('GroupRatio')))
  const json = () => row('GroupRatio').querySelector<HTMLInputElement>('textarea')!
  await until(() => expect(json().value).toMatch(/"team":2/))
  await fill(json, '{"default":1,\n"team":')
  await told('GroupRatio', t('form:json.bad', { line: 2 }))
  await fill(json, '{"default":1,"team":0.5}')
  await save()
  await says(t('settings:saved'))
  expect(JSON.parse(stored.get('GroupRatio') ?? '')).toEqual({ default: 1, team: 0.5 })
})

test('somebody else’s change of the same option is shown before it is replaced', async () => {
  await open('tab=other', 'SystemName')
  await fill(() => input('SystemName'), 'Mine')
  stored.set('SystemName', 'Theirs')
  await save()
  await until(() => expect(dialog().textContent).toContain(t('settings:review.meanwhile', { value: 'Theirs' })))
  expect(stored.get('SystemName')).toBe('Theirs')
  await press(() => button(t('settings:review.save', { count: 1 }), dialog()))
  await says(t('settings:updated.SystemName'))
  expect(stored.get('SystemName')).toBe('Mine')
})

test('the history names who changed what', async () => {
  answer(optionHistory, () => ({
    data: [{ id: 1, created_at: 1_780_000_000, actor_id: 1, actor_name: 'root', before: 'One', after: 'Two' }],
    total: 1,
  }))
  await open('tab=other', 'SystemName')
  const label = t('options:option.SystemName.label')
  await press(() => button(t('settings:history.open', { label }), row('SystemName')))
  await until(() => expect(dialog().querySelector('ol > li')?.textContent).toContain('root'))
  expect(dialog().querySelector('del')?.textContent).toBe('One')
})

test('the search finds an option by its Chinese and English name and its key', async () => {
  const page = await open('tab=other', 'SystemName')
  await keys('/')
  const search = () => searchbox(t('settings:search.label'))
  await focused(() => search())
  for (const typed of [zh('options:option.RetryTimes.label'), t('options:option.RetryTimes.label'), 'retrytimes']) {
    await fill(search, typed)
    await says(t('settings:search.found', { count: 1 }))
    await until(() => expect(input('RetryTimes').value).toBe('3'))
  }
  await until(() => expect(page.address()).toMatch(/q=retrytimes/))
  await fill(() => input('RetryTimes'), '4')
  await fill(search, 'no such thing')
  await says(t('settings:search.none'))
  await counted(1)
  await press(() => first('button', t('settings:search.clear')))
  await there(() => link(like(t('options:section.other.branding.title'))))
})

test('turning off login by password asks first', async () => {
  await open('tab=system', 'PasswordLoginEnabled')
  await press(() => toggle('PasswordLoginEnabled'))
  await save()
  await until(() => expect(dialog().textContent).toContain(t('settings:lockout.text')))
  await press(() => button(t('common:action.cancel'), dialog()))
  await until(() => expect(has('dialog')).toBe(false))
  expect(has('region', t('settings:bar.label'))).toBe(true)
  expect(stored.get('PasswordLoginEnabled')).toBe('true')
})

test('a secret is set and replaced, and never shown', async () => {
  await open('tab=system', 'SMTPToken')
  await told('SMTPToken', t('settings:secret.notSet'))
  await press(() => button(like(t('settings:secret.set')), row('SMTPToken')))
  await fill(() => input('SMTPToken'), 'secret-one')
  await save()
  await says(t('settings:saved'))
  expect(stored.get('SMTPToken')).toBe('secret-one')
  expect(document.body.innerHTML).not.toContain('secret-one')
})

test('an ordinary administrator sees no tab but the own settings', async () => {
  await openConsole('/setting?tab=system', { as: { role: 10 }, frame: true })
  await says(t('personal:models.title'))
  await person.tab()
  expect(has('link', t('shell:tab.system'))).toBe(false)
  expect(document.body.textContent).not.toContain(t('options:option.ServerAddress.label'))
})
