// The part of `docs/schema.md` that says who sees and writes which rows, read from the finished policies: a reviewer
// checks the wall between firms, matters, and people by reading it.
import { sql, type Tx } from "../sql.ts"

interface Policy {
  name: string
  seen: string
  written: string
}

/** What every policy begins with: the wall between firms, then a choice by viewer in which staff see every row. */
const wall =
  /^acts_as\('foyer_platform'::name\) OR NOT acts_as\('foyer_firm'::name\) AND sees_all_firms\(\) OR (?:firm_)?id = \(\( SELECT current_firm\(\) AS current_firm\)\) AND CASE \( SELECT viewer\(\) AS viewer\) WHEN 'staff'::text THEN true$/
/** What stands between a policy's beginning, its three conditions, and its end. */
const separators = [
  " WHEN 'restricted staff'::text THEN ",
  " WHEN 'client'::text THEN ",
  " WHEN 'helper'::text THEN ",
  " ELSE false END",
]

/** Tables with the same rules are described once, the largest group first. */
export async function describeViewers(tx: Tx): Promise<string[]> {
  const policies = await tx.all<Policy>(sql`
    select polrelid::regclass::text as name, pg_get_expr(polqual, polrelid, true) as seen,
           pg_get_expr(polwithcheck, polrelid, true) as written
      from pg_policy order by polrelid`)
  const groups = [...Map.groupBy(policies, describePolicy)].toSorted(([, a], [, b]) => b.length - a.length)
  return [
    "",
    "## Who sees and writes which rows",
    "",
    "`foyer_firm`, the role of every request, sees the rows of its transaction's firm (`firm_id = current_firm()`), and of those what this table says for its viewer (`viewer()`). Staff, API keys, and jobs see and write every row of the firm. Restricted staff are the staff of a firm that has restricted matters. A client is anyone invited to a matter, or staff acting for one. A helper fills in some parts for a client.",
    "",
    "Each may write the rows it sees, unless the cell says otherwise after “writes”. “No hidden matter” means `coalesce(matter_id = readable_matter() or matter_id not in hidden_matters(), true)`.",
    "",
    "| Tables | Restricted staff | Client | Helper |",
    "|---|---|---|---|",
    ...groups.map(([cells, tables]) => `| ${tables.map(({ name }) => name).join(", ")} | ${cells} |`),
    "",
    "The functions in these conditions:",
    "",
    ...(await describeFunctions(tx, groups.map(([cells]) => cells).join("\n"))),
    "",
    "`foyer_firm` may select, insert, update, and delete in all tables, except:",
    "",
    ...(await describeRights(tx)),
  ]
}

function describePolicy({ name, seen, written }: Policy): string {
  const writes = listConditions(name, written)
  return listConditions(name, seen)
    .map((sees, index) => (writes[index] === sees ? sees : `${sees}; writes ${writes[index]}`))
    .join(" | ")
}

/** Those of restricted staff, clients, and helpers. Throws unless `protect_firm_table` created the policy. */
function listConditions(name: string, expression: string): string[] {
  const parts = separators.reduce(
    ([rest = "", ...before], separator) => rest.split(separator).reverse().concat(before),
    [expression.replaceAll(/\s/g, " ").replaceAll(/ {2,}/g, " ")],
  )
  const [end, helper = "", client = "", restricted = "", beginning = "", ...more] = parts
  if (!wall.test(beginning) || end !== "" || more.length > 0)
    throw new Error(`The policy of ${name} has another form than those of protect_firm_table.`)
  return [restricted, client, helper].map(describeCondition)
}

const keywords = /\b(AND|OR|NOT|IN|IS|NULL|CASE|WHEN|THEN|ELSE|END|SELECT|FROM|WHERE|EXISTS|COALESCE)\b/g

function describeCondition(condition: string): string {
  if (condition === "true") return "every row"
  if (condition === "false") return "none"
  const plain = condition
    .replaceAll(/\( SELECT (\w+)\(\) AS \1\)/g, "$1()")
    .replaceAll(/\((\w+\(\))\)/g, "$1")
    .replaceAll(/::(text|name)\b/g, "")
    .replaceAll(keywords, (word) => word.toLowerCase())
  const no_hidden_matter =
    /^coalesce\((matter_)?id = readable_matter\(\) or not \(\1?id in hidden_matters\(\)\), true\)$/
  return no_hidden_matter.test(plain) ? "no hidden matter" : `\`${plain.replaceAll("|", "\\|")}\``
}

async function describeFunctions(tx: Tx, cells: string): Promise<string[]> {
  const functions = await tx.all<{ name: string; comment: string | null }>(sql`
    select proname as name, obj_description(oid, 'pg_proc') as comment from pg_proc
     where pronamespace = 'public'::regnamespace
       and (${cells} ~ ('\\m' || proname || '\\(') or proname in ('hidden_matters', 'readable_matter', 'viewer'))
     order by proname`)
  return functions.map(({ name, comment }) => `- \`${name}\`: ${comment ?? ""}`)
}

async function describeRights(tx: Tx): Promise<string[]> {
  const tables = await tx.all<{ name: string; allowed: string; is_of_firm: boolean }>(sql`
    select c.relname as name, c.relrowsecurity as is_of_firm,
           (select coalesce(string_agg(word, ', ' order by number), 'nothing')
              from unnest('{select,insert,update,delete}'::text[]) with ordinality as w (word, number)
             where has_table_privilege('foyer_firm', c.oid, word)) as allowed
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.oid`)
  return tables
    .filter(({ allowed, is_of_firm }) => !is_of_firm || allowed !== "select, insert, update, delete")
    .map(
      ({ name, allowed, is_of_firm }) => `- ${name}: ${allowed}${is_of_firm ? "" : " (belongs to no firm)"}`,
    )
}
