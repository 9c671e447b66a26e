// The link in a code email. Opening it changes nothing, because mail scanners open links too. Pressing Continue signs in
// on that device and uses up the code.
import type { FastifyReply, FastifyRequest } from "fastify"
import { textIn } from "../../../../definition/text.ts"
import { isCodeLinkOpen, useCodeLink } from "../../../../firm/users/sign-in/mailed-codes.ts"
import type { Redirect, View } from "../../../../intake/portal/view.tsx"
import type { Parts } from "../../../../parts.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import { Actions, Button } from "../../../../web/ui/components/button.tsx"
import { PageHeading } from "../../../../web/ui/components/page-heading.tsx"
import { type EntryFormContext, keyOf } from "../entry-pages.ts"
import type { Invitee } from "../invitee.ts"
import { recordFailure } from "./recording.ts"
import { openClientSession } from "./sign-in.ts"
import { SignInFields } from "./sign-in-form.tsx"
import { signInView } from "./sign-in-pages.tsx"

/** The page of an opened link, with one button; or, once the link is used, a page to get another code. */
export async function showCodeLink(
  tx: Tx,
  invitee: Invitee,
  context: EntryFormContext,
  request: FastifyRequest,
): Promise<View | Redirect> {
  const user_id = invitee.user_id ?? ""
  if (!(await isCodeLinkOpen(tx, { user_id, purpose: "sign_in" }, keyOf(request))))
    return usedLinkView(invitee, context)
  const { lang, words, sign_in } = context
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
        <form method="post" action={sign_in.base}>
          <SignInFields sign_in={sign_in} />
          <Actions>
            <Button wide>{words.frame.go_on}</Button>
          </Actions>
        </form>
      </>
    ),
  }
}

/** Signs in a client who pressed Continue. */
export async function signInWithCodeLink(
  tx: Tx,
  invitee: Invitee,
  context: EntryFormContext,
  { ring }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<View | Redirect> {
  const user_id = invitee.user_id ?? ""
  const used = await useCodeLink(tx, { user_id, purpose: "sign_in" }, keyOf(request))
  if (used.kind === "over") {
    if (used.is_recorded) await recordFailure(tx, invitee, request, "Used or expired link of a code email")
    return usedLinkView(invitee, context)
  }
  return openClientSession(tx, invitee, user_id, context, ring, request, reply, {
    by: "With the link of a code email",
  })
}

function usedLinkView(invitee: Invitee, context: EntryFormContext): View {
  const view = signInView(invitee, context, { at: "#main", text: context.words.entry.code_link_over })
  return { ...view, status: 410 }
}
