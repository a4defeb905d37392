import * as z from 'zod/mini'
import type { OptionValues } from '#contract/options.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { callService } from '../../wire/egress/call-service.ts'
import type { Provider, ProviderAccount } from './provider.ts'

const answer = z.object({ success: z.literal(true), data: z.string().check(z.minLength(1)) })

/** A WeChat server, which turns the codes that its official account hands out into openids (wire contract §9). */
export const wechat: Provider = {
  name: 'wechat',
  displayName: 'WeChat User',
}

/** Whose code this is. Throws invalid_parameters, email_code_wrong (the family's text for any code), wechat_unreachable. */
export async function redeemWechatCode(
  values: Readonly<OptionValues>,
  code: string | undefined,
  warn: (error: unknown) => void,
): Promise<ProviderAccount> {
  if (!code) throw new ApiError('invalid_parameters')
  const url = `${values.WeChatServerAddress}/api/wechat/user?${new URLSearchParams({ code })}`
  const call = callService(url, { headers: { Authorization: values.WeChatServerToken } })
  const { body } = await call.catch((error) => {
    warn(error)
    throw new ApiError('wechat_unreachable')
  })
  const { data } = z.safeParse(answer, body)
  if (!data) throw new ApiError('email_code_wrong')
  return { subject: data.data, shownId: data.data, displayName: '' }
}
