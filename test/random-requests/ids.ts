/** Ids that are there when a request is sent: those given, and the latest that responses brought. */
export function openIds(given: readonly string[]) {
  const known = new Map<string, string[]>()
  const latest = 30

  function add(id: string): void {
    const kind = id.slice(0, id.indexOf("_"))
    const ids = known.get(kind) ?? []
    if (ids.includes(id)) return
    // The first is the richest, so it stays.
    if (ids.length > latest) ids.splice(1, 1)
    known.set(kind, [...ids, id])
  }

  const collect = (text: string) => {
    for (const [id] of text.matchAll(/\b[a-z]+_[PF]?[0-9A-F]{32}\b/g)) add(id)
  }
  collect(given.join(" "))
  return {
    collect,
    /** Puts an id in each place for one; every other time the first. */
    fill: (text: string) =>
      text.replace(/§([a-z]+):(\d+)§/g, (_, kind: string, number: string) => {
        const ids = known.get(kind) ?? []
        const at = Number(number) % 2 === 0 ? 0 : Number(number) % Math.max(ids.length, 1)
        return ids[at] ?? `${kind}_0192F0C47B3A7C11A0B1C2D3E4F50607`
      }),
  }
}
