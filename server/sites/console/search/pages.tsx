import type { FastifyReply } from "fastify"
import type { Result, ResultGroup } from "../../../web/console/keyboard/result.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import type { RawResponse, View } from "../../../web/console/view.tsx"
import { Card, EmptyState } from "../../../web/ui/components/card.tsx"
import { FilterBar } from "../../../web/ui/components/filter-bar.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { search } from "./results.ts"

const max_characters = 200

export function searchPages(console: Console): void {
  console.page("/console/search", searchPage)
  console.page("/console/search.json", sendResults)
}

function wordsOf({ query }: PageRequest): string {
  return (query.q ?? "").replaceAll("\0", "").replace(/\s+/g, " ").trim().slice(0, max_characters)
}

async function searchPage(req: PageRequest): Promise<View> {
  const words = wordsOf(req)
  const { groups, is_cut } = await search(req, { words, recent: [], max: 25 })
  return {
    title: "Search",
    tab_title: words ? `${words} – Search` : undefined,
    body: (
      <>
        <FilterBar action="/console/search" label="Search everything" submit="Search">
          <TextField
            id="q"
            label="Name, file number, email, phone, address, asset, file or ID"
            type="search"
            value={words}
          />
        </FilterBar>
        {groups.length === 0 && (
          <EmptyState title="No results" icon="search" action={<a href="/console/search">Start over</a>}>
            Try fewer letters or another spelling.
          </EmptyState>
        )}
        {groups[0]?.results.every(({ is_partial }) => is_partial) && (
          <p class="hint">Nothing contains all of these words. Closest first:</p>
        )}
        {is_cut && (
          <p class="hint">
            Only the closest are listed; there are more. To find others, add a word: a first name, a street,
            or a town.
          </p>
        )}
        {groups.map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </>
    ),
  }
}

function Group({ title, results, more, is_cut }: ResultGroup) {
  const rest = is_cut && `Only the closest ${results.length} are listed. Type more words for others.`
  return (
    <Card title={title} flush footer={more ? <a href={more.href}>{more.text}</a> : rest}>
      <ul class="found-list">
        {results.map((result) => (
          <ResultItem key={result.href} {...result} />
        ))}
      </ul>
    </Card>
  )
}

function ResultItem({ href, text, detail, is_partial, marked }: Result) {
  return (
    <li class={is_partial ? "found-in-part" : undefined}>
      <a href={href}>
        <Marked pieces={marked?.text ?? [text]} />
      </a>
      {detail && (
        <span class="cell-note">
          <Marked pieces={marked?.detail ?? [detail]} />
        </span>
      )}
    </li>
  )
}

function Marked({ pieces }: { pieces: readonly string[] }) {
  return pieces.map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))
}

async function sendResults(req: PageRequest): Promise<RawResponse> {
  const recent = (req.query.recent ?? "").split(",").filter((id) => /^matter_[0-9A-F]{32}$/.test(id))
  const { groups } = await search(req, { words: wordsOf(req), recent: recent.slice(0, 8), max: 8 })
  return {
    send: (reply: FastifyReply) => reply.header("Cache-Control", "private, no-store").send({ groups }),
  }
}
