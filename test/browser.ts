import { spawn } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Sandbox off because tests may run as root; the rest keeps the browser from talking to anything but the page. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  // Pages live for seconds here: code that is made faster in the background is thrown away before it is of use.
  '--js-flags=--no-opt --no-maglev',
]

/** The browser's processes share hundreds of pictures: with less than this they would run out of space. */
const SHARED_MEMORY_BYTES = 1024 ** 3

/**
 * Launch options for a Chromium that comes from npm alone, with the libraries and fonts it needs. `CHROMIUM_PATH` names
 * another one, for systems the npm package has no binary for.
 */
export async function browserOptions(): Promise<LaunchOptions> {
  const given = process.env.CHROMIUM_PATH
  if (given) return { executablePath: given, args: ARGS, ignoreDefaultArgs: unwantedArgs(), env: definedEnv() }
  const folder = await unpackedChromium()
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    executablePath: join(folder, 'chromium'),
    args: ARGS,
    ignoreDefaultArgs: unwantedArgs(),
    env: { ...definedEnv(), LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  }
}

/** Playwright keeps the browser out of /dev/shm, which is small in containers. Files on a disk instead cost a tenth of all time. */
function unwantedArgs(): string[] {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= SHARED_MEMORY_BYTES ? ['--disable-dev-shm-usage'] : []
  } catch {
    return []
  }
}

/** Starts the browser, without Playwright's test runner. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await browserOptions())
}

/** Unpacks the browser once per version into the package cache; safe when several processes do it at once. */
async function unpackedChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'))
  const cache = join(ROOT, 'node_modules/.cache')
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const staging = await mkdtemp(join(cache, 'chromium-unpack-'))
  await unpackInto(staging)
  await writeFile(join(staging, 'fonts.conf'), fontConfiguration(folder))
  await rename(staging, folder).catch(async (error) => {
    await rm(staging, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  })
  return folder
}

/** The package unpacks into TMPDIR, and its shared libraries only when it believes to be on AWS Lambda. */
async function unpackInto(folder: string): Promise<void> {
  const code = "import('@sparticuz/chromium').then((module) => module.default.executablePath())"
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }
  const child = spawn(process.execPath, ['-e', code], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve))
  if (status !== 0) throw new Error(`unpacking Chromium failed with status ${status}`)
}

/** The fonts of the system where there are any (Chinese needs them), and the package's Open Sans in any case. */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'fonts/fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
}

/** Where no language is set, Chromium gives files with Chinese names another name. */
function definedEnv(): Record<string, string> {
  const environment = Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1])
  return { ...Object.fromEntries(environment), LC_ALL: 'C.UTF-8' }
}
