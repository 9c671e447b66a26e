import type { PageRequest } from "../../../web/console/page-request.ts"
import type { View } from "../../../web/console/view.tsx"
import { Card, Details } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { listFields } from "../document-templates.ts"
import type { Field, Fields } from "../fields.ts"
import { formats, formatsOf } from "../formats.ts"
import { templatesCrumb } from "./template-forms.tsx"

export async function fieldsPage({ tx }: PageRequest): Promise<View> {
  const entries = Object.entries(await listFields(tx))
  const plain = entries.filter(([, { kind }]) => kind in formats)
  return {
    title: "Fields for templates",
    breadcrumbs: [templatesCrumb],
    lede: (
      <>
        Copy a field, including its braces, into your Word file. It takes the formatting of the surrounding
        text. <a href="/docs/guide/set-up-your-firm#word-templates">How to write fields</a>
      </>
    ),
    body: (
      <>
        <Card title="Formats">
          <p>
            Write a format after a bar: <code>{"{{client.date_of_birth | short}}"}</code>. Without one, the
            first of each kind is used.
          </p>
          <DataTable
            caption="Formats"
            columns={[
              { label: "Format", cell: ({ name }) => <code>{`| ${name}`}</code> },
              { label: "For", cell: ({ kind }) => kindWords[kind] },
              { label: "Example", cell: ({ example }) => example },
            ]}
            records={(["date", "amount", "text"] as const).flatMap((kind) =>
              Object.entries(formatsOf(kind)).map(([name, { example }]) => ({ kind, name, example })),
            )}
            id={({ kind, name }) => `${kind} ${name}`}
          />
        </Card>
        <Card title="All fields">
          <FieldTable title="Single fields" fields={Object.fromEntries(plain)} />
          {entries.map(
            ([name, field]) => "fields" in field && <Group key={name} name={name} field={field} />,
          )}
        </Card>
      </>
    ),
  }
}

const kindWords = { date: "Dates", amount: "Amounts", text: "Text" }

function Group({ name, field }: { name: string; field: Extract<Field, { fields: Fields }> }) {
  const isList = field.kind === "list"
  const title = isList ? `${field.description}: {{#${name}}} … {{/${name}}}` : `${field.description}: ${name}`
  return <FieldTable title={title} fields={field.fields} prefix={isList ? "" : `${name}.`} />
}

function FieldTable({ title, fields, prefix = "" }: { title: string; fields: Fields; prefix?: string }) {
  const rows = rowsOf(fields, prefix)
  if (rows.length === 0) return null
  return (
    <Details summary={title}>
      <DataTable
        caption={title}
        columns={[
          { label: "Field", cell: ({ field }) => <code>{field}</code> },
          { label: "Value", cell: ({ description }) => description },
        ]}
        records={rows}
        id={({ field }) => `${title} ${field}`}
      />
    </Details>
  )
}

function rowsOf(fields: Fields, prefix: string): { field: string; description: string }[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const mark = `{{#${prefix}${name}}} … {{/${prefix}${name}}}`
    if ("fields" in field)
      return [
        { field: mark, description: `${field.description}, each with these` },
        ...rowsOf(field.fields, ""),
      ]
    return field.kind !== "condition"
      ? [{ field: `{{${prefix}${name}}}`, description: field.description }]
      : [{ field: mark, description: `Only if: ${field.description}` }]
  })
}
