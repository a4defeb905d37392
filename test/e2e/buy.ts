import type { ConsoleClient } from './console-client.ts'

/** Orders dollars at the fake Epay gateway of a site, and pays there if asked to; the order's number. */
export async function buy(url: string, user: ConsoleClient, isPaid: boolean, dollars = 2): Promise<string> {
  const response = await fetch(`${url}/api/user/pay`, {
    method: 'POST',
    headers: { Cookie: `${user.cookie.name}=${user.cookie.value}`, 'New-Api-User': String(user.user.id) },
    body: JSON.stringify({ amount: dollars, top_up_code: '', payment_method: 'zfb' }),
  })
  const { data, url: submit } = (await response.json()) as { data: Record<string, string>; url: string }
  const page = await fetch(submit, { method: 'POST', body: new URLSearchParams(data) })
  const action = /action="([^"]+)"/.exec(await page.text())?.[1]?.replaceAll('&amp;', '&') ?? ''
  if (isPaid) await fetch(new URL(action, submit), { method: 'POST', redirect: 'manual' })
  return data.out_trade_no ?? ''
}
