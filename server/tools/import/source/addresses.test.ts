import { expect, test } from 'bun:test'
import { asUrl, isServerAddress } from './addresses.ts'

test.each([
  ['root:123456@tcp(localhost:3306)/one-api', 'mysql://root:123456@localhost:3306/one-api'],
  ['root:p@ss:w/rd@tcp(db:3307)/x?charset=utf8mb4&parseTime=True', 'mysql://root:p%40ss%3Aw%2Frd@db:3307/x'],
  ['root@tcp(db)/x', 'mysql://root@db:3306/x'],
  ['u:p@/x', 'mysql://u:p@127.0.0.1:3306/x'],
  ['mysql://u:p@tcp(db:1)/x?tls=true', 'mysql://u:p@db:1/x?sslmode=verify-full'],
  ['u:p@tcp([::1]:3306)/x?tls=skip-verify', 'mysql://u:p@[::1]:3306/x?sslmode=require'],
  ['mariadb://u:p@db/x', 'mysql://u:p@db/x'],
  ['postgres://u:p@db/x?sslmode=disable', 'postgres://u:p@db/x?sslmode=disable'],
])('%s names a server', (address, url) => {
  expect([isServerAddress(address), asUrl(address)]).toEqual([true, url])
})

test.each(['/srv/one-api.db', 'one-api.db?_busy_timeout=30000', '/srv/a@b/x.db', 'C:\\a\\x.db', './data@home/x.db'])(
  '%s names a file',
  (address) => expect([isServerAddress(address), asUrl(address)]).toEqual([false, address]),
)
