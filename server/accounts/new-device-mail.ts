import { deviceOf } from '#contract/device.ts'
import type { Language } from '#contract/errors.ts'
import { canSendMail, sendMail } from '../mail/send.ts'
import { publicAddress } from '../options/server-address.ts'
import type { Services } from '../services.ts'

/** Where somebody logged in. */
export interface NewDevice {
  email: string
  language: Language
  ip: string
  userAgent: string
}

/**
 * Tells a user by mail that somebody logged in as them on a new device. Does nothing without an address or a mail
 * server. The login does not wait for the mail, and does not fail with it: `sendMail` has logged the reason.
 */
export function mailNewDevice(services: Services, { email, language, ip, userAgent }: NewDevice): void {
  if (!email || !canSendMail(services)) return
  const data = {
    device: deviceOf(userAgent),
    address: ip,
    time: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    link: `${publicAddress(services)}/setting`,
  }
  sendMail(services, { to: email, template: 'new_device', language, data }).catch(() => {})
}
