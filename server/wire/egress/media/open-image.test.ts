import { afterEach, expect, test } from 'bun:test'
import { PICTURE } from '#test/fake-upstream/drawings.ts'
import { type RawServer, rawServer } from '#test/harness/raw-server.ts'
import { openImage } from './open-image.ts'

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: 1000000\r\n\r\n'
let server: RawServer
afterEach(() => server.stop())

test('a picture that takes too long ends, though nobody reads it', async () => {
  server = rawServer(({ socket }) => {
    socket.write(HEAD)
    socket.write(PICTURE)
  })
  const ended = Promise.withResolvers<void>()
  let times = 0
  const picture = await openImage(
    `${server.url}/1.png`,
    { host: '127.0.0.1' },
    () => {
      times += 1
      ended.resolve()
    },
    50,
  )
  await ended.promise
  await picture.next()
  expect(Promise.resolve(picture.next())).rejects.toThrow('took too long')
  picture.close()
  expect(times).toBe(1)
})
