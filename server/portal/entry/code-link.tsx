// The link beside a code: opening it changes nothing, however often and by whatever scanner; pressing Continue signs in,
// on whichever device it is pressed, and uses the code up.
import type { FastifyReply, FastifyRequest } from "fastify"
import { textIn } from "../../definition/text.ts"
import type { Parts } from "../../parts.ts"
import type { Tx } from "../../platform/db/database.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { isCodeLinkOpen, useCodeLink } from "../../users/mailed-codes.ts"
import type { Redirect, View } from "../view.tsx"
import { sealPending } from "./app-code.ts"
import { appCodeView } from "./app-code-page.tsx"
import { type At, keyOf } from "./entry-pages.ts"
import type { Invitee } from "./invitee.ts"
import { comeBackView } from "./sign-in.tsx"
import { Back } from "./sign-in-form.tsx"
import { letIn } from "./signing-in.ts"

/** The link was opened: one button, or why there is none and how to get another code. */
export async function showCodeLink(
  tx: Tx,
  invitee: Invitee,
  at: At,
  request: FastifyRequest,
): Promise<View | Redirect> {
  const user_id = invitee.user_id ?? ""
  if (!(await isCodeLinkOpen(tx, { user_id, purpose: "sign_in" }, keyOf(request))))
    return overView(invitee, at)
  const { lang, words, place } = at
  const title = words.entry.again_title(invitee.first_name)
  return {
    title,
    body: (
      <>
        <PageHeading
          caption={textIn(invitee.questionnaire.title, lang)}
          title={title}
          lede={words.entry.press_lede}
        />
        <form method="post" action={place.base}>
          <Back place={place} />
          <Actions>
            <Button wide>{words.entry.code_submit}</Button>
          </Actions>
        </form>
      </>
    ),
  }
}

/** Continue was pressed. */
export async function pressCodeLink(
  tx: Tx,
  invitee: Invitee,
  at: At,
  { ring }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<View | Redirect> {
  const user_id = invitee.user_id ?? ""
  if (!(await useCodeLink(tx, { user_id, purpose: "sign_in" }, keyOf(request)))) return overView(invitee, at)
  if (invitee.has_second_factor) return appCodeView(at, sealPending(ring, invitee, user_id, tx.now))
  return letIn(tx, invitee, user_id, at, ring, request, reply)
}

function overView(invitee: Invitee, at: At): View {
  const view = comeBackView(invitee, at, { at: "#main", text: at.words.entry.code_link_over })
  return { ...view, status: 410 }
}
