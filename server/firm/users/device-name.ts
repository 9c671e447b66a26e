/** The device and network address of a request, for the audit log. */
export function sourceOf({
  headers,
  ip,
}: {
  headers: { "user-agent"?: string | undefined }
  ip: string
}): string {
  return `${deviceName(headers["user-agent"] ?? "")}, ${ip}`
}

/** Browser and system in a few words of any language, from the `User-Agent` header: enough for people to recognize their own. */
export function deviceName(user_agent: string): string {
  const names = [browsers, systems].flatMap(
    (known) => known.find(([pattern]) => pattern.test(user_agent))?.[1] ?? [],
  )
  return names.join(", ") || user_agent.slice(0, 60) || "–"
}

// The more specific names come first, because most browsers also call themselves Chrome or Safari.
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, "Edge"],
  [/\b(OPR|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Headless)?Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
]
