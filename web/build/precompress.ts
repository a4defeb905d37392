import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:js|css|svg|json)$/
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Writes `.br` and `.gz` beside every text asset, so that the server never compresses one while answering. */
export function precompress(): Plugin {
  return {
    name: 'switchyard:precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return
      const assets = join(dir, 'assets')
      const names = (await readdir(assets)).filter((name) => TEXT.test(name))
      await Promise.all(names.map((name) => compressFile(join(assets, name))))
    },
  }
}

async function compressFile(path: string) {
  const bytes = await readFile(path)
  const [br, gz] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    gzipped(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
