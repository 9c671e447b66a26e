import type { Section } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import { PageForm } from "../../../web/portal/page-form.tsx"
import type { Words } from "../../../web/portal/words/en.ts"
import { wordsIn } from "../../../web/portal/words/words.ts"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { SummaryList } from "../../../web/ui/components/card.tsx"
import { Heading } from "../../../web/ui/components/heading.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { markReviewed } from "../../matters/progress/section-reviews.ts"
import type { PageRequest } from "../page-request.ts"
import { checkPath, type SectionPage, type SummaryGroup, sectionUrl } from "./section.tsx"

/** The last page of every section: lists the answers and lets the client confirm them. */
export function checkPage(
  section: Section,
  summary: (req: PageRequest) => Promise<SummaryGroup[]>,
): SectionPage {
  return {
    path: checkPath,
    title: "",
    show: async (req, request) => {
      const { words, lang } = req
      const name = textIn(section.title, lang)
      const groups = await summary(req)
      return {
        title: words.section.check_title(name),
        wide: true,
        body: (
          <>
            <PageHeading
              title={
                <>
                  {words.section.check_title("")}
                  <span class="one-piece">{name}</span>
                </>
              }
              lede={req.may_edit ? words.section.check_lede : undefined}
            />
            {groups.every(({ rows }) => rows.length === 0) && <p>{words.section.nothing_yet}</p>}
            <SummaryGroups section_id={section.id} groups={groups} req={req} back="check" />
            {req.may_edit && (
              <PageForm
                action={`${request.path}${request.search}`}
                words={words}
                submit={req.impersonation ? words.frame.go_on : words.section.check_done}
              >
                {req.impersonation && <Notice>{wordsIn(lang).impersonation.no_confirming}</Notice>}
                {groups.some(({ rows }) => rows.some((row) => row.missing)) && (
                  <Notice>{words.section.some_missing}</Notice>
                )}
              </PageForm>
            )}
          </>
        ),
      }
    },
    save: async (req) => {
      // Only the client can confirm a section.
      if (!req.impersonation && !req.client.is_limited) await markReviewed(req.tx, req.matter.id, section.id)
      return { saved: true }
    },
  }
}

/** Rows of a check page, with Change links that return to it. */
export function SummaryGroups(props: {
  section_id: string
  groups: readonly SummaryGroup[]
  req: PageRequest
  back: "check" | "all"
  /** The heading level of group titles. */
  level?: 2 | 3
}) {
  const { words, may_edit } = props.req
  const href = (path: string, field = "") =>
    `${sectionUrl(props.section_id, path)}?return=${props.back}${field && `#${field}`}`
  return (
    <>
      {props.groups.map((group) => (
        <section
          class={may_edit ? "summary-group summary-changing" : "summary-group"}
          key={group.title ?? ""}
        >
          {group.title && <Heading level={props.level ?? 2}>{group.title}</Heading>}
          <SummaryList
            label={group.title ?? undefined}
            rows={group.rows.map((row) => ({
              key: row.label,
              value: (
                <>
                  {row.value || blank(row, words)}
                  {row.note && <p class="hint">{row.note}</p>}
                </>
              ),
              fault: row.missing,
              named: row.named,
              actions: may_edit
                ? [
                    {
                      href: href(row.path, row.field),
                      text: words.frame.change,
                      about: aboutOf(row.label, group.title),
                    },
                  ]
                : [],
            }))}
          />
          {group.path && may_edit && (
            <p>
              <a href={href(group.path)}>
                {words.frame.change} <span class="visually-hidden">{group.title}</span>
              </a>
            </p>
          )}
          {group.note && <p class="hint">{group.note}</p>}
        </section>
      ))}
    </>
  )
}

/** Screen readers list links out of context, and every person on the page has a "Name" row. */
function aboutOf(label: string, title: string | null | undefined): string {
  return title ? `${label}, ${title}` : label
}

function blank(row: SummaryGroup["rows"][number], words: Words) {
  return <span class="muted">{row.missing ? words.frame.not_given : words.frame.left_blank}</span>
}
