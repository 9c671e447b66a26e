import type { TestFirm } from "../../test/harness/service.ts"

const rounds = 300

/** Prints how long reads through several servers take compared with one plain server, alternating. */
export async function compareReads(firms: Record<"plain" | "several", TestFirm>): Promise<void> {
  const ids = await Promise.all(
    Object.values(firms).map(
      async (firm) => (await firm.request("GET", "/v1/matters")).body.results[0].id as string,
    ),
  )
  for (const [what, path] of [
    ["one matter", (id: string) => `/v1/matters/${id}`],
    ["page of 100", (_: string) => `/v1/matters?page_size=100`],
  ] as const) {
    const took: number[][] = [[], []]
    for (let round = 0; round < rounds; round += 1)
      for (const [index, firm] of Object.values(firms).entries()) {
        const started_ms = performance.now()
        const { status } = await firm.request("GET", path(ids[index] ?? ""))
        if (status !== 200) throw new Error(`${what} answered ${status}.`)
        took[index]?.push(performance.now() - started_ms)
      }
    const [plain = 0, several = 0] = took.map(median)
    console.log(
      `reading      ${what}: plain ${plain.toFixed(2)} ms, by way of several ${several.toFixed(2)} ms, ratio ${(several / plain).toFixed(2)}`,
    )
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
