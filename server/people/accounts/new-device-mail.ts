import { deviceOf } from '#contract/device.ts'
import type { Language } from '#contract/errors.ts'
import { canSendMail, sendMail } from '../../platform/mail/send.ts'
import { publicAddress } from '../../platform/options/server-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Notice, tellUser } from '../notices/tell-user.ts'

/** Where somebody logged in. */
export interface NewDevice {
  userId: number
  email: string
  language: Language
  ip: string
  userAgent: string
}

/**
 * Tells a user by mail and through their own sinks that somebody logged in as them on a new device. The login does not
 * wait for it, and does not fail with it.
 */
export function tellOfNewDevice(services: Platform, { userId, email, language, ip, userAgent }: NewDevice): void {
  const device = deviceOf(userAgent)
  const now = Date.now()
  const time = `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const notice: Notice = {
    kind: 'new_device',
    title: { zh: '新设备登录', en: 'Login on a new device' },
    text: {
      zh: `你的账户在一台新设备上登录：${device || '未知设备'}，地址 ${ip}，时间 ${time}`,
      en: `Your account was used on a new device: ${device || 'unknown device'}, address ${ip}, ${time}`,
    },
  }
  tellUser(services.store.db, userId, notice, Math.floor(now / 1000)).catch((error) =>
    services.log.warn({ user: userId, error: String(error) }, 'a user could not be told of a login'),
  )
  if (!email || !canSendMail(services)) return
  const data = { device, address: ip, time, link: `${publicAddress(services)}/setting` }
  // `sendMail` has logged the reason.
  sendMail(services, { to: email, template: 'new_device', language, data }).catch(() => {})
}
