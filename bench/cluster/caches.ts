import type { Outcome } from "../../test/faults/outcome.ts"
import { newClient } from "./client.ts"
import type { Cluster } from "./cluster.ts"

interface Seen {
  status: number
  etag: string
  text: string
}

/**
 * Changes something on one node and immediately reads it on the other, this many times, alternating: the other node
 * must not send its cached response, and unchanged responses must be 304.
 */
export async function changeAndRead(
  { nodes, installation }: Cluster,
  { changes }: { changes: number },
): Promise<Outcome> {
  const wrong: string[] = []
  let answers = 0
  const get = async (base_url: string, path: string, etag = ""): Promise<Seen> => {
    const headers = {
      authorization: `Token ${installation.token}`,
      ...(etag ? { "if-none-match": etag } : {}),
    }
    const response = await fetch(`${base_url}${path}`, { headers })
    answers += 1
    return { status: response.status, etag: response.headers.get("etag") ?? "", text: await response.text() }
  }
  for (let number = 1; number <= changes; number += 1) {
    const [here, there] = number % 2 ? nodes : nodes.toReversed()
    if (!here || !there) continue
    const list = "/v1/matters?page_size=20"
    const before = await get(there.base_url, list)
    const client = await newClient(here.base_url, installation, `Coherent ${number}`)
    const after = await get(there.base_url, list, before.etag)
    if (after.status !== 200 || !after.text.includes(client.matter_id))
      wrong.push(`change ${number}: the other node's list answered ${after.status} without the new matter`)

    const one = `/v1/matters/${client.matter_id}`
    await client.start()
    const started = await get(there.base_url, one)
    await client.submit()
    const submitted = await get(there.base_url, one, started.etag)
    if (submitted.status !== 200 || submitted.text === started.text)
      wrong.push(`change ${number}: the other node's matter answered ${submitted.status} as it was before`)
    for (const { base_url } of nodes) {
      const again = await get(base_url, one, submitted.etag)
      if (again.status !== 304) wrong.push(`change ${number}: an unchanged matter answered ${again.status}`)
    }
  }
  return {
    acknowledged: changes * 2,
    kills: 0,
    lost: [],
    wrong,
    slow: [],
    figures: { changes: changes * 2, "reads after them": answers },
  }
}
