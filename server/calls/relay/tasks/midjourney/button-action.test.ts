import { expect, test } from 'bun:test'
import { actionOfButton } from './button-action.ts'
import { forwardedBody } from './read-submission.ts'

// Buttons as midjourney-proxy-plus sends them.
test.each([
  ['MJ::JOB::upsample::2::u', 'UPSCALE'],
  ['MJ::JOB::upsample_v6_2x_subtle::1::u::SOLO', 'UPSCALE'],
  ['MJ::JOB::variation::1::u', 'VARIATION'],
  ['MJ::JOB::low_variation::1::u::SOLO', 'LOW_VARIATION'],
  ['MJ::JOB::high_variation::1::u::SOLO', 'HIGH_VARIATION'],
  ['MJ::JOB::reroll::0::u::SOLO', 'REROLL'],
  ['MJ::JOB::pan_left::1::u::SOLO', 'PAN'],
  ['MJ::Outpaint::50::1::u::SOLO', 'ZOOM'],
  ['MJ::CustomZoom::u', 'CUSTOM_ZOOM'],
  ['MJ::Inpaint::1::u::SOLO', 'INPAINT'],
])('%s does %s', (customId, action) => expect(actionOfButton(customId)).toBe(action))

test.each(['MJ::BOOKMARK::u', 'MJ', '', 'x::JOB'])('%p does nothing that is known', (customId) => {
  expect(() => actionOfButton(customId)).toThrow('unknown_action:')
})

test('modes are taken out of a prompt, and nothing else', () => {
  const all = { MjNotifyEnabled: false, MjAccountFilterEnabled: false, MjModeClearEnabled: true }
  const cleaned = (prompt: string) => forwardedBody({ prompt }, all).prompt
  expect(cleaned('a fast car --fast --ar 1:1 --relax')).toBe('a fast car --ar 1:1')
  expect(cleaned('--turbo fox --turbojet')).toBe('fox --turbojet')
})
