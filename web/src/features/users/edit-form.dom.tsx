import { beforeEach, expect, test } from 'bun:test'
import { createUser, type User, updateUser } from '#contract/api/users.ts'
import { answer, calls, changes } from '#test/dom/api.ts'
import { openConsole } from '#test/dom/console.tsx'
import {
  alert,
  button,
  combobox,
  descriptionOf,
  dialog,
  field,
  fill,
  focused,
  has,
  keys,
  like,
  person,
  press,
  rowCount,
  says,
  t,
  until,
} from '#test/dom/page.ts'
import { aUser } from '#test/dom/records.ts'
import { answerSite } from '#test/dom/site.ts'

const DOLLAR = 500_000
let users: User[]

beforeEach(() => {
  users = answerSite({ users: [aUser({ quota: 10 * DOLLAR })] }).users
  answer(updateUser, ({ body: { id, quota_change, password: _, ...fields } }) => {
    const user = users.find((each) => each.id === id)!
    Object.assign(user, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)))
    if (quota_change) user.quota += Number(quota_change)
    return { data: user }
  })
})

const drawer = () => dialog(t('users:form.update'))
const balance = () => field(like(t('users:form.balance')), drawer())
const told = (find: () => HTMLElement, words: RegExp) => until(() => expect(descriptionOf(find())).toMatch(words))
const closed = () => until(() => expect(has('dialog')).toBe(false))

async function open() {
  await openConsole('/user/edit/2')
  await until(balance)
}

for (const [typed, complaint] of [
  ['five', /Invalid amount/],
  ['-10.01', /cannot be below 0/],
] as const) {
  test(`a balance of ${typed} is refused at its field`, async () => {
    await open()
    await fill(balance, typed)
    balance().blur()
    await told(balance, complaint)
    expect(changes()).toEqual([])
  })
}

test('a balance is changed by a difference: what is spent meanwhile stays spent', async () => {
  await open()
  await fill(balance, '+5')
  await says('$10.00 + $5.00 = $15.00')
  await says('5,000,000 + 2,500,000 = 7,500,000')
  await fill(() => field(like(t('users:form.reason'))), 'refund of March')
  users[0]!.quota -= DOLLAR
  await press(() => button(t('users:form.submit')))
  await closed()
  const sent = calls.find(({ what }) => what === 'PUT /api/user')?.body
  expect(sent).toMatchObject({ id: 2, quota_change: `+${5 * DOLLAR}` })
  expect(JSON.stringify(sent)).toContain('refund of March')
  expect(users[0]?.quota).toBe(14 * DOLLAR)
})

test('a new balance is told as a difference from the one that was seen', async () => {
  await open()
  await fill(balance, '20')
  await says('$10.00 + $10.00 = $20.00')
})

test('a new balance is refused when it is no longer the one that was seen', async () => {
  await open()
  await fill(balance, '30')
  users[0]!.quota = 30 * DOLLAR
  answer(updateUser, () => ({ refusal: { message: 'moved', fields: { quota: 'moved' } } }))
  await keys('{Control>}{Enter}{/Control}')
  await told(balance, /has changed to \$30\.00 in the meantime/)
  await fill(balance, '40')
  await says('$30.00 + $10.00 = $40.00')
})

test('a change of a balance whose answer is lost is not made twice', async () => {
  await open()
  await fill(balance, '+5')
  answer(updateUser, () => ({ status: 502 }))
  await keys('{Control>}{Enter}{/Control}')
  await until(() => expect(alert()).toMatch(/may have been applied/))
  users[0]!.quota = 15 * DOLLAR
  answer(updateUser, () => ({ refusal: { message: 'moved', fields: { quota: 'moved' } } }))
  await keys('{Control>}{Enter}{/Control}')
  await told(balance, /\$15\.00\. Your change may already have been applied/)
})

test('what somebody else changed meanwhile is overwritten only after a question', async () => {
  await open()
  await fill(() => field(like(t('users:form.newDisplayName'))), 'Ours')
  Object.assign(users[0]!, { display_name: 'Theirs', group: 'vip' })
  await keys('{Control>}{Enter}{/Control}')
  const question = () => dialog(t('form:conflict.title'))
  await until(() => expect(question().textContent).toContain('Theirs'))
  expect(question().textContent).toContain('Ours')
  expect(question().querySelectorAll('li').length).toBe(1)
  await press(() => button(t('form:conflict.back'), question()))
  await until(() => expect(has('dialog', t('form:conflict.title'))).toBe(false))
  expect(users[0]?.display_name).toBe('Theirs')
  field(like(t('users:form.newDisplayName'))).focus()
  await keys('{Control>}{Enter}{/Control}')
  await press(() => button(t('form:conflict.overwrite'), question()))
  await closed()
  expect(users[0]).toMatchObject({ display_name: 'Ours', group: 'vip' })
})

test('names, group and password are changed, and nothing else is', async () => {
  await open()
  await fill(() => field(like(t('users:form.newDisplayName'))), 'Shown')
  const password = () => drawer().querySelector<HTMLInputElement>('input[type=password]')!
  await fill(password, 'short')
  await press(() => button(t('users:form.submit')))
  await until(() => expect(password().getAttribute('aria-invalid')).toBe('true'))
  expect(descriptionOf(password())).toMatch(/8/)
  await fill(password, 'password2')
  await person.selectOptions(combobox(like(t('users:form.group')), drawer()), 'vip')
  await press(() => button(t('users:form.submit')))
  await closed()
  expect(calls.find(({ what }) => what === 'PUT /api/user')?.body).toEqual({
    id: 2,
    display_name: 'Shown',
    password: 'password2',
    group: 'vip',
  })
})

test('a ratio that is none is refused, and one is saved', async () => {
  await open()
  const ratio = () => field(like(t('users:form.ratio')))
  await fill(ratio, 'half')
  ratio().blur()
  await told(ratio, /0 to 1000/)
  await fill(ratio, '0.85')
  await press(() => button(t('users:form.submit')))
  await closed()
  expect(users[0]?.user_ratio).toBe(0.85)
})

for (const [name, complaint] of [
  ['a name', /space|@/],
  ['much-too-long-a-name', /12/],
] as const) {
  test(`the user name “${name}” is refused at its field`, async () => {
    await openConsole('/user/add')
    const username = () => field(t('users:form.username'))
    await fill(username, name)
    await fill(() => dialog().querySelector<HTMLInputElement>('input[type=password]')!, 'password1')
    await press(() => button(t('users:form.submit')))
    await until(() => expect(username().getAttribute('aria-invalid')).toBe('true'))
    await told(username, complaint)
    await focused(() => username())
    expect(changes()).toEqual([])
  })
}

test('what the server refuses of a new user is told at its field, and then the user is made', async () => {
  answer(createUser, () => ({ refusal: { message: 'no', fields: { username: 'This name already exists' } } }))
  await openConsole('/user/add')
  const username = () => field(t('users:form.username'))
  await fill(username, 'taken')
  await fill(() => dialog().querySelector<HTMLInputElement>('input[type=password]')!, 'password1')
  await press(() => button(t('users:form.submit')))
  await told(username, /already exists/)
  answer(createUser, ({ body }) => {
    users.push(aUser({ id: 3, username: body.username }))
    return {}
  })
  await fill(username, 'newcomer')
  await press(() => button(t('users:form.submit')))
  await says(t('users:toast.created'))
  await closed()
  await rowCount(2)
})
