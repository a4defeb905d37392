import { ROLE } from '#contract/roles.ts'
import { pick } from '../../../platform/json/pick.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import type { ImportContext } from '../context.ts'
import {
  type MappedIdentity,
  type MappedUser,
  mapUser,
  USER_COLUMNS,
  type UserFacts,
  type UserMoney,
} from '../mapping/users.ts'
import { type Remark, remark } from '../report.ts'
import { importPages, type Page } from './import-pages.ts'
import { addOpening } from './openings.ts'
import { changedColumns, isEmpty, type Origin, type Prints, printsOf, readState, saveState } from './origins.ts'

/** What is remembered of a user as the source had it: the amounts, prints of the columns, and accounts at providers. */
interface UserState extends UserMoney {
  prints: Prints
  identities: string[]
  /** The name here. */
  name: string
  /** Joined with a user who was here: nothing but amounts follows the source. */
  merged?: true
}

interface UserPage extends Page {
  names: Set<string>
  codes: Set<string>
  root: { id: number; username: string } | undefined
}

/** Imports the users. The balance of each is in the books with its row. */
export const importUsers = (ctx: ImportContext, facts: UserFacts): Promise<void> =>
  importPages(ctx, {
    table: 'users',
    kind: 'user',
    columns: USER_COLUMNS,
    map: (rows) => rows.map((row) => mapUser(row, facts)),
    readFacts: (users) => readNames(ctx, users),
    write: (trx, page, user) => importUser(ctx, trx, page, user),
  })

async function readNames({ store }: ImportContext, users: readonly MappedUser[]): Promise<Omit<UserPage, keyof Page>> {
  const { db } = store
  const names = users.map(({ username }) => username)
  const codes = users.map(({ aff_code }) => aff_code).filter(Boolean)
  const taken = await db.selectFrom('users').select('username').where('username', 'in', names).execute()
  const takenCodes = await db
    .selectFrom('users')
    .select('aff_code')
    .where('aff_code', 'in', ['', ...codes])
    .execute()
  const root = db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('role', '=', ROLE.root)
    .where('deleted_at', 'is', null)
  return {
    names: new Set(taken.map(({ username }) => username)),
    codes: new Set(takenCodes.flatMap(({ aff_code }) => aff_code ?? [])),
    root: await root.orderBy('id').executeTakeFirst(),
  }
}

async function importUser(ctx: ImportContext, trx: Queryable, page: UserPage, user: MappedUser): Promise<void> {
  const origin = page.origins.get(String(user.sourceId))
  if (origin) {
    ctx.ids.rootSeen ||= user.role === ROLE.root
    return updateUser(ctx, trx, origin, user)
  }
  const isRoot = user.role === ROLE.root && user.deleted_at === null
  const isFirst = isRoot && !ctx.ids.rootSeen
  const merged = isFirst && page.root !== undefined
  if (isRoot && !isFirst) user.remarks.push(remark('second_root', user.username))
  ctx.ids.rootSeen ||= isRoot
  const columns = { ...columnsOf(ctx, user), role: isFirst ? ROLE.root : roleHere(user.role) }
  const here =
    merged && page.root ? await mergeUser(ctx, trx, page.root, user) : await insertUser(ctx, trx, page, user, columns)
  if (isRoot) page.root ??= here
  const { id, username: name } = here
  ctx.ids.users.set(user.sourceId, id)
  ctx.ids.names.set(user.sourceId, name)
  ctx.tally.count('users', 'taken')
  ctx.tally.note('users', user.remarks)
  if (ctx.dry) return noteIdentities(ctx, user)
  await addOpening(trx, id, user.money.quota)
  await saveUser(ctx, trx, id, user, { name, ...(merged && { merged }) })
  await linkIdentities(ctx, trx, id, user, user.identities)
}

/** There is one super administrator: the first one of the source, or the one who was here. */
const roleHere = (role: number): number => Math.min(role, ROLE.admin)

function saveUser(
  ctx: ImportContext,
  trx: Queryable,
  target_id: number,
  user: MappedUser,
  rest: Pick<UserState, 'name' | 'merged'>,
): Promise<void> {
  const prints = printsOf(columnsOf(ctx, user))
  const state: UserState = { ...user.money, prints, identities: user.identities.map(identityText), ...rest }
  return saveState(trx, ctx, 'user', { sourceId: user.sourceId, target_id, state })
}

const identityText = ({ provider, subject }: MappedIdentity) => `${provider} ${subject}`

/** The first root of a source joins the super administrator who is here. */
async function mergeUser(ctx: ImportContext, trx: Queryable, root: Here, user: MappedUser): Promise<Here> {
  user.remarks.push(remark('root_merged', user.username))
  if (!ctx.dry) await addMoney(trx, root.id, user.money)
  return root
}

/** A user of this server. */
interface Here {
  id: number
  username: string
}

async function insertUser(
  ctx: ImportContext,
  trx: Queryable,
  page: UserPage,
  user: MappedUser,
  columns: ReturnType<typeof columnsOf>,
): Promise<Here> {
  const { remarks } = user
  const username = await freeName(trx, page.names, user.username)
  if (username !== user.username) remarks.push(remark('user_renamed', `${user.username} → ${username}`))
  page.names.add(username)
  const codeTaken = user.aff_code !== '' && page.codes.has(user.aff_code)
  if (codeTaken) remarks.push(remark('invite_code_taken', user.username))
  if (user.aff_code) page.codes.add(user.aff_code)
  if (ctx.dry) return { id: user.sourceId, username }
  const row = await trx
    .insertInto('users')
    .values({
      ...(page.free.has(user.sourceId) && { id: user.sourceId }),
      ...columns,
      ...user.money,
      username,
      aff_code: codeTaken || user.aff_code === '' ? null : user.aff_code,
      // Who invited is there before: ids grow.
      inviter_id: ctx.ids.users.get(user.inviter) ?? 0,
      created_time: user.created_time,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: row.id, username }
}

/** What a later run writes again where the source has changed it; the role is the source’s. */
const columnsOf = ({ vault }: ImportContext, user: MappedUser) => ({
  ...pick(user, 'password display_name role status email github_id wechat_id telegram_id linux_do_id oidc_id group'),
  ...pick(user, 'deleted_at'),
  access_token: user.accessToken ? vault.hash(user.accessToken) : null,
})

async function freeName(db: Queryable, taken: ReadonlySet<string>, name: string): Promise<string> {
  if (!taken.has(name)) return name
  for (let number = 2; ; number++) {
    const next = `${name}-${number}`
    const used = await db.selectFrom('users').select('id').where('username', '=', next).executeTakeFirst()
    if (!used && !taken.has(next)) return next
  }
}

async function updateUser(ctx: ImportContext, trx: Queryable, origin: Origin, user: MappedUser): Promise<void> {
  const { target_id: id } = origin
  ctx.ids.users.set(user.sourceId, id)
  const before = readState<UserState>(origin)
  const { name = user.username, merged } = before
  ctx.ids.names.set(user.sourceId, name)
  const { money } = user
  const difference: UserMoney = {
    quota: money.quota - (before.quota ?? 0),
    aff_count: money.aff_count - (before.aff_count ?? 0),
    aff_quota: money.aff_quota - (before.aff_quota ?? 0),
    aff_history: money.aff_history - (before.aff_history ?? 0),
  }
  const moved = Object.values(difference).some((amount) => amount !== 0)
  const changed = merged ? {} : await changesOf(ctx, trx, id, user, before.prints)
  const linked = new Set(before.identities)
  const links = merged ? [] : user.identities.filter((identity) => !linked.delete(identityText(identity)))
  const ended = merged ? [] : [...linked]
  const isSame = !moved && isEmpty(changed) && links.length === 0 && ended.length === 0
  ctx.tally.count('users', isSame ? 'same' : 'updated')
  if (ctx.dry || (isSame && before.prints)) return
  if (moved) {
    await addMoney(trx, id, difference)
    await addOpening(trx, id, difference.quota)
  }
  if (!isEmpty(changed)) await trx.updateTable('users').set(changed).where('id', '=', id).execute()
  await unlinkIdentities(trx, id, ended)
  await linkIdentities(ctx, trx, id, { ...user, identityRemarks: [] }, links)
  await saveUser(ctx, trx, id, user, { name, ...(merged && { merged }) })
}

/** The source makes nobody super administrator here, and takes nothing from the one who is. */
async function changesOf(ctx: ImportContext, trx: Queryable, id: number, user: MappedUser, before: Prints | undefined) {
  const changed = changedColumns(columnsOf(ctx, user), before)
  // An earlier version kept no prints: what it decided about the role stays.
  if (!before) delete changed.role
  if (changed.role === ROLE.root) ctx.tally.note('users', [remark('second_root', user.username)])
  if (changed.role !== undefined) changed.role = roleHere(changed.role)
  if (!['role', 'status', 'deleted_at'].some((name) => name in changed)) return changed
  const here = await trx.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst()
  if (here?.role !== ROLE.root) return changed
  const { role: _, status: _s, deleted_at: _d, ...rest } = changed
  return rest
}

async function addMoney(trx: Queryable, id: number, money: UserMoney): Promise<void> {
  await trx
    .updateTable('users')
    .set((set) => ({
      quota: set('quota', '+', money.quota),
      aff_count: set('aff_count', '+', money.aff_count),
      aff_quota: set('aff_quota', '+', money.aff_quota),
      aff_history: set('aff_history', '+', money.aff_history),
    }))
    .where('id', '=', id)
    .execute()
}

function noteIdentities({ tally }: ImportContext, user: MappedUser): void {
  tally.count('identities', 'taken', user.identities.length)
  tally.count('identities', 'left_out', user.identityRemarks.length)
  tally.note('identities', user.identityRemarks)
}

/** An account at a provider belongs to the first who has it. */
async function linkIdentities(
  { tally }: ImportContext,
  trx: Queryable,
  id: number,
  user: MappedUser,
  identities: readonly MappedIdentity[],
): Promise<void> {
  const taken: Remark[] = []
  for (const { provider, subject, shown } of identities) {
    const linked = await trx
      .insertInto('user_identities')
      .values({ provider, subject, shown, user_id: id, created_at: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst()
    if (linked) continue
    const owner = trx.selectFrom('user_identities').select('user_id')
    const known = await owner.where('provider', '=', provider).where('subject', '=', subject).executeTakeFirst()
    if (known?.user_id !== id) taken.push(remark('identity_taken', `${user.username} (${provider})`))
  }
  tally.count('identities', 'taken', identities.length - taken.length)
  tally.count('identities', 'left_out', taken.length + user.identityRemarks.length)
  tally.note('identities', [...taken, ...user.identityRemarks])
}

/** An account that was unbound there is no way in here any more. */
async function unlinkIdentities(trx: Queryable, id: number, ended: readonly string[]): Promise<void> {
  for (const text of ended) {
    const [provider = '', ...subject] = text.split(' ')
    await trx
      .deleteFrom('user_identities')
      .where('user_id', '=', id)
      .where('provider', '=', provider)
      .where('subject', '=', subject.join(' '))
      .execute()
  }
}
