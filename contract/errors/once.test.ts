import { expect, test } from 'bun:test'
import { errors } from '../errors.ts'

test('no code is in two tables: one text would hide the other', async () => {
  const paths = await Array.fromAsync(new Bun.Glob('*.ts').scan(import.meta.dirname))
  const codes: string[] = []
  for (const path of paths.filter((name) => !/^text\.ts$|\.test\.ts$/.test(name))) {
    const tables: Record<string, object> = await import(`./${path}`)
    for (const table of Object.values(tables)) codes.push(...Object.keys(table))
  }
  expect(codes.sort()).toEqual(Object.keys(errors).sort())
})
