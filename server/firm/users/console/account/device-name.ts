/** A short name for a browser, from its User-Agent: enough for people to recognize their own. */
export function deviceName(user_agent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(user_agent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(user_agent))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? (user_agent ? user_agent.slice(0, 60) : "Unknown browser")
}

// The more specific names come first, because most browsers also call themselves Chrome or Safari.
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
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
