// Financial categories have no table of their own: they are read from the current versions of questionnaires.
import { generalCategoryOnWire } from "../../definition/general-categories.ts"
import { type Text, textIn } from "../../definition/text.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import type { Listing, Page } from "../../platform/http/responses/paging.ts"
import type { FinancialCategory } from "./schema.ts"

const categories = sql`
  select q.id as for_questionnaire, section.position as section_position, category.position, category.part
    from questionnaires q
    join questionnaire_versions v on v.questionnaire_id = q.id and v.number = q.current_version
   cross join lateral jsonb_array_elements(v.definition -> 'sections') with ordinality as section (part, position)
   cross join lateral jsonb_array_elements(section.part -> 'categories') with ordinality as category (part, position)
   where q.archived_at is null and section.part ->> 'kind' = 'assets'`

/** A page of the categories in the firm's current questionnaires, sorted by questionnaire, section and order. */
export async function listFinancialCategories(tx: Tx, page: Page): Promise<Listing<FinancialCategory>> {
  const [counted, rows] = await Promise.all([
    tx.one<{ count: number }>(sql`select count(*) from (${categories}) c`),
    tx.all<CategoryRow>(sql`
      select part ->> 'id' as id, for_questionnaire, part -> 'title' as title,
             part ->> 'general_category' as general_category, (part -> 'active')::boolean as active,
             (part -> 'order')::integer as "order", (part -> 'ask_credit_value')::boolean as ask_credit_value,
             (part -> 'ask_debit_value')::boolean as ask_debit_value,
             (part -> 'ask_beneficiaries')::boolean as ask_beneficiaries
        from (${categories}) c
       order by for_questionnaire, section_position, "order", position
       limit ${page.limit} offset ${page.offset}`),
  ])
  return { count: counted.count, rows: rows.map(categoryOf) }
}

interface CategoryRow extends Omit<FinancialCategory, "title" | "general_category"> {
  title: Text
  general_category: string | null
}

function categoryOf(row: CategoryRow): FinancialCategory {
  return {
    ...row,
    title: textIn(row.title, "en"),
    general_category: generalCategoryOnWire(row.general_category),
  }
}
