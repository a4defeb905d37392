import { QRCodeSVG } from 'qrcode.react'

interface Props {
  text: string
  /** Accessible description. */
  label: string
  /** Side length in pixels. */
  size?: number
}

/** A QR code. Black on white in every theme, since not every scanner supports inverted codes. */
export function QrCode({ text, label, size = 192 }: Props) {
  return <QRCodeSVG value={text} title={label} size={size} marginSize={2} bgColor="#fff" fgColor="#000" level="M" />
}
