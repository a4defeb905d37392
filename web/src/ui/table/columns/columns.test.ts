import { describe, expect, test } from 'bun:test'
import { type Column, growingColumn, moveColumn, noChoice, orderColumns, splitColumns } from './columns.ts'

const column = (id: string, rest: Partial<Column<never>> = {}): Column<never> => ({
  id,
  header: id,
  cell: () => null,
  priority: 1,
  width: 100,
  ...rest,
})
const columns = [
  column('name', { pin: 'start' }),
  column('status'),
  column('used', { priority: 2 }),
  column('created', { priority: 3 }),
  column('id', { hidden: true }),
  column('actions', { pin: 'end' }),
]
const ids = (list: Column<never>[]) => list.map((one) => one.id)

describe('order', () => {
  test('pinned columns stay at the ends whatever the choice says', () => {
    expect(ids(orderColumns(columns, ['actions', 'created', 'used', 'status', 'name', 'id']))).toEqual([
      'name',
      'created',
      'used',
      'status',
      'id',
      'actions',
    ])
  })

  test('a column that is newer than the choice appears after its declared neighbour; unknown ids are ignored', () => {
    expect(ids(orderColumns(columns, ['created', 'gone', 'status']))).toEqual([
      'name',
      'created',
      'id',
      'status',
      'used',
      'actions',
    ])
  })

  test('moves one place and stops at the edges', () => {
    expect(moveColumn(columns, [], 'used', -1)).toEqual(['used', 'status', 'created', 'id'])
    expect(moveColumn(columns, [], 'status', -1)).toEqual(['status', 'used', 'created', 'id'])
    expect(moveColumn(columns, [], 'id', 1)).toEqual(['status', 'used', 'created', 'id'])
    expect(moveColumn(columns, [], 'name', 1)).toEqual(['status', 'used', 'created', 'id'])
  })
})

describe('what is shown', () => {
  test('a wide list without room folds the least important columns first, and then the next', () => {
    const list = [
      column('name', { pin: 'start' }),
      column('balance'),
      column('limit', { priority: 2 }),
      column('seen', { priority: 3 }),
    ]
    const at = (room: number) => ids(splitColumns(list, noChoice, 'wide', room).shown)
    expect(at(10_000)).toEqual(['name', 'balance', 'limit', 'seen'])
    const [name, balance, limit] = list.map(({ width }) => width)
    expect(at(name! + balance! + limit!)).toEqual(['name', 'balance', 'limit'])
    expect(at(name! + balance!)).toEqual(['name', 'balance'])
  })

  test('everything but the hidden ones when wide', () => {
    const { shown, folded } = splitColumns(columns, noChoice, 'wide')
    expect(ids(shown)).toEqual(['name', 'status', 'used', 'created', 'actions'])
    expect(folded).toEqual([])
  })

  test('priority 3 is folded, not lost, when narrower', () => {
    const { shown, folded } = splitColumns(columns, noChoice, 'medium')
    expect(ids(shown)).toEqual(['name', 'status', 'used', 'actions'])
    expect(ids(folded)).toEqual(['created'])
  })

  test('priority 2 is folded from the end where the rest would not fit; 3 is folded already', () => {
    const wider = [columns[0]!, column('group', { priority: 2 }), ...columns.slice(1)]
    const at = (room: number) => ids(splitColumns(wider, noChoice, 'medium', room).shown)
    expect(at(500)).toEqual(['name', 'group', 'status', 'used', 'actions'])
    expect(at(479)).toEqual(['name', 'group', 'status', 'actions'])
    expect(at(100)).toEqual(['name', 'status', 'actions'])
    expect(ids(splitColumns(wider, noChoice, 'medium', 100).folded)).toEqual(['group', 'used', 'created'])
    const byHand = { ...noChoice, shown: { used: true }, widths: { status: 300 } }
    expect(ids(splitColumns(wider, byHand, 'medium', 600).shown)).toEqual(['name', 'status', 'used', 'actions'])
  })

  test('what is folded last goes after all others of its priority, wherever it stands', () => {
    const listed = [...columns.slice(0, 2), column('time', { priority: 2, foldsLast: true }), ...columns.slice(2)]
    const at = (room: number) => ids(splitColumns([...listed].reverse(), noChoice, 'medium', room).shown)
    expect(at(500)).toEqual(['name', 'used', 'time', 'status', 'actions'])
    expect(at(479)).toEqual(['name', 'time', 'status', 'actions'])
    expect(at(379)).toEqual(['name', 'status', 'actions'])
  })

  test('a column switched on by hand is shown at every width, one switched off at none', () => {
    const choice = { ...noChoice, shown: { created: true, used: false, name: false } }
    const { shown, folded } = splitColumns(columns, choice, 'medium')
    expect(ids(shown)).toEqual(['name', 'status', 'created', 'actions'])
    expect(folded).toEqual([])
  })
})

test('the growing column is the declared one until it gets a width by hand', () => {
  const shown = [column('name', { pin: 'start' }), column('content', { grow: true }), column('actions', { pin: 'end' })]
  expect(growingColumn(shown, {})).toBe('content')
  expect(growingColumn(shown, { content: 300 })).toBe('name')
  expect(growingColumn(shown, { content: 300, name: 200 })).toBeUndefined()
})

test('of several that may grow the last one does that is shown', () => {
  const [first, second] = [column('target', { grow: true }), column('summary', { grow: true })]
  expect(growingColumn([column('time'), first, second], {})).toBe('summary')
  expect(growingColumn([column('time'), first], {})).toBe('target')
})
