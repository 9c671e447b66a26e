import { encode } from "uqr"

/** A QR code as SVG; dark on white even in dark mode, because cameras expect that. */
export function QrImage(props: { text: string; label: string }) {
  const { data, size } = encode(props.text, { border: 4 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("")
  return (
    <svg
      class="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      width="220"
      height="220"
      role="img"
      aria-label={props.label}
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
