/** Browser and operating system in a few words, from the `User-Agent` header. */
export function deviceName(device: string): string {
  const system = /iPhone|iPad|Android|Windows|Mac OS|CrOS|Linux/.exec(device)?.[0]
  const browser = /Edg|Firefox|SamsungBrowser|Chrome|Safari/.exec(device)?.[0]
  const names: Record<string, string> = {
    Edg: "Edge",
    SamsungBrowser: "Samsung Internet",
    "Mac OS": "Mac",
    CrOS: "Chromebook",
  }
  const known = [browser, system].flatMap((name) => (name ? [names[name] ?? name] : []))
  return known.join(", ") || device.slice(0, 40) || "–"
}
