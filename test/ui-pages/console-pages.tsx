import { Button, LinkButton } from "../../server/web/ui/components/button.tsx"
import { Card, EmptyState, SummaryList } from "../../server/web/ui/components/card.tsx"
import { DataTable } from "../../server/web/ui/components/data-table.tsx"
import { Definition, Definitions } from "../../server/web/ui/components/definition.tsx"
import { FilterBar } from "../../server/web/ui/components/filter-bar.tsx"
import { Pagination } from "../../server/web/ui/components/pagination.tsx"
import { SelectField } from "../../server/web/ui/components/select-field.tsx"
import { Tabs } from "../../server/web/ui/components/tabs.tsx"
import { Tag, type Tone } from "../../server/web/ui/components/tag.tsx"
import { TextField } from "../../server/web/ui/components/text-field.tsx"
import { Timeline } from "../../server/web/ui/components/timeline.tsx"
import { ConsoleFrame } from "./console-frame.tsx"

const rows: [string, string, string, Tone, string, string, string][] = [
  ["Delgado, Maria and Luis", "Planning", "In progress", "accent", "62 %", "Ruth Pryce", "Today, 10:42"],
  ["Estate of Harold Whitcombe", "Probate", "Submitted", "success", "100%", "Tom Hartwell", "Yesterday"],
  ["Nguyễn, Thị Minh Khai", "Planning", "Changed since submitted", "warning", "100%", "Ruth Pryce", "Oct 2"],
  ["O’Neil-Ștefănescu, Andrés", "Planning", "Invited", "info", "0 %", "", "Sep 30"],
  ["Barton Creek Holdings", "Business", "Closed", "neutral", "100%", "Tom Hartwell", "Aug 11"],
]

export function ListSample() {
  return (
    <ConsoleFrame
      heading={{
        title: "Matters",
        actions: (
          <LinkButton href="/new" icon="plus">
            New matter
          </LinkButton>
        ),
      }}
    >
      <FilterBar action="/matters" label="Filter matters">
        <TextField id="search" label="Search" type="search" value="" />
        <SelectField
          id="is_submitted"
          label="Submitted"
          placeholder="All"
          options={[
            { value: "true", label: "Yes" },
            { value: "false", label: "No" },
          ]}
        />
        <TextField id="from" label="Opened from" type="date" />
      </FilterBar>
      <DataTable
        caption="Matters"
        columns={[
          {
            label: "Matter",
            primary: true,
            sort: { href: "?sort=name" },
            cell: ([name]) => <a href="/matter">{name}</a>,
          },
          { label: "Kind", cell: ([, kind]) => kind },
          { label: "Status", narrow: true, cell: ([, , status, tone]) => <Tag tone={tone}>{status}</Tag> },
          { label: "Progress", align: "end", cell: (row) => row[4] },
          { label: "Assigned to", cell: (row) => row[5] },
          {
            label: "Last activity",
            sort: { href: "?sort=activity", direction: "descending" },
            cell: (row) => row[6],
          },
        ]}
        records={rows}
        id={([name]) => `row-${name.slice(0, 3)}`}
        isMuted={([, , status]) => status === "Closed"}
      />
      <Pagination
        label="Pages of matters"
        summary="151–200 of 612"
        current={4}
        pages={13}
        href={(page) => `?page=${page}`}
        pageLabel={(page) => `Page ${page}`}
        previous="Previous"
        next="Next"
      />
    </ConsoleFrame>
  )
}

export function RecordSample() {
  return (
    <ConsoleFrame
      breadcrumbs={{ label: "Breadcrumbs", items: [{ href: "/matters", text: "Matters" }] }}
      heading={{
        title: "Delgado, Maria and Luis",
        tag: <Tag tone="accent">In progress</Tag>,
        lede: "Estate planning, opened September 12, 2026",
        actions: (
          <>
            <LinkButton href="/invite" variant="secondary" icon="mail">
              Invite
            </LinkButton>
            <Button icon="check">Complete</Button>
          </>
        ),
      }}
      tabs={
        <Tabs
          label="Parts of this matter"
          items={[
            { href: "?", text: "Overview", current: true },
            { href: "?people", text: "People", count: 8 },
            { href: "?assets", text: "Assets", count: 12 },
            { href: "?answers", text: "Answers" },
            { href: "?documents", text: "Documents", count: 5 },
            { href: "?activity", text: "Activity" },
          ]}
        />
      }
    >
      <Card>
        <Definitions>
          <Definition term="Net worth" strong>
            $1,284,300.00
          </Definition>
          <Definition term="People" strong>
            8
          </Definition>
          <Definition term="Answered" strong>
            62 %
          </Definition>
          <Definition term="Last activity" strong>
            10:42
          </Definition>
        </Definitions>
      </Card>
      <div class="grid">
        <Card title="Clients" flush actions={<a href="/edit">Edit</a>}>
          <SummaryList
            rows={[
              {
                key: "Maria Elena Delgado",
                value: "maria@delgado.example",
                actions: [{ href: "/i", text: "Resend", about: "to Maria" }],
              },
              { key: "Luis Delgado", value: <Tag tone="warning">Not invited</Tag> },
            ]}
          />
        </Card>
        <Card title="Activity">
          <Timeline
            label="Activity"
            entries={[
              {
                id: "e1",
                title: "Maria answered 4 questions",
                at: <time datetime="2026-10-04T10:42:00Z">Today, 10:42</time>,
                tone: "accent",
              },
              {
                id: "e2",
                title: "Maria started",
                at: <time datetime="2026-10-03T09:00:00Z">Yesterday, 9:00</time>,
                tone: "success",
                by: "from an iPhone",
              },
              {
                id: "e3",
                title: "Invitation sent",
                at: <time datetime="2026-10-01T15:30:00Z">Oct 1, 15:30</time>,
                by: "Ruth Pryce",
              },
            ]}
          />
        </Card>
      </div>
      <Card
        flush
        title="Documents"
        actions={
          <LinkButton small variant="secondary" icon="download" href="/zip">
            All as ZIP
          </LinkButton>
        }
      >
        <EmptyState title="No documents yet" icon="file">
          They appear here as soon as a client sends one.
        </EmptyState>
      </Card>
    </ConsoleFrame>
  )
}
