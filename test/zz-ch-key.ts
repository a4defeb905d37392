const { open, browser, base } = await import('./zz-ch-shots.ts')
const p = await open({ lang: 'zh', dark: false, width: 1440 })
await p.goto(base + '/channel?status=3', { waitUntil: 'networkidle' })
const f = p.getByPlaceholder('ID，名称和密钥 ...')
for (let i = 0; i < 4; i++) {
  await f.fill('sk-this-is-a-pasted-secret'); await p.waitForTimeout(600); console.log(p.url(), await f.inputValue())
  await f.fill('Custom'); await p.waitForTimeout(300); console.log(p.url()); await p.waitForTimeout(1000); console.log(p.url(), await f.inputValue())
}
await browser.close()
