// Changes in place, on the server. A form marked `data-in-place` is sent by the island `in-place`, with a header. If what it
// did has a part of the page to show, only that is returned, with the message; else the page to go to. What was refused is
// returned as a problem document. Without script, the same form is a plain one that ends in a redirect.

import type { FastifyReply, FastifyRequest } from "fastify"
import type { ComponentChildren } from "preact"
import { renderToString } from "preact-render-to-string"
import type { Staff } from "../../../firm/access/console.ts"
import type { Parts } from "../../../parts.ts"
import { type ErrorResponse, problemOf } from "../../../platform/http/responses/problem.ts"
import { Banner } from "../../ui/components/banner.tsx"
import { PermissionsContext, PostButton } from "../../ui/components/button.tsx"
import type { Flash } from "../forms/flash.ts"
import { flash_id } from "../forms/flash-id.ts"
import { outcomes } from "../outcomes.ts"
import { withPageOwner } from "../page-owner.ts"
import { mayUse } from "../permitted-links.ts"
import { TestFirmContext } from "../test-firm.tsx"
import { in_place_header, type Placed } from "./shapes.ts"

/** Whom a part is for, and the address of its page. */
export interface PartFrame {
  parts: Parts
  staff: Staff | undefined
  url: string
}

export function isInPlace({ headers }: FastifyRequest): boolean {
  return headers[in_place_header] === "1"
}

/** Sends elements with ids, which replace those of the page, and the message. */
export function sendPart(
  reply: FastifyReply,
  frame: PartFrame,
  { part, flash }: { part: ComponentChildren; flash?: Flash | undefined },
): FastifyReply {
  const render = (content: ComponentChildren) => withPageOwner(renderPart(frame, content), frame)
  return sendPlaced(reply, {
    part: render(part),
    message: flash && render(<FlashMessage flash={flash} role={flash.is_refusal && "alert"} />),
  })
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ErrorResponse,
  base_url: string,
): FastifyReply {
  return reply
    .status(problem.status)
    .header("cache-control", "no-store")
    .send(problemOf(problem, request.id, base_url))
}

/** The message about the form that was sent last, with its "Undo". */
export function FlashMessage({ flash, role }: { flash: Flash; role?: "status" | "alert" | undefined }) {
  const { done, text = done && outcomes[done][0], undo } = flash
  if (!text) return null
  return (
    <Banner
      id={flash_id}
      tone={flash.is_refusal ? "warning" : "success"}
      role={role}
      title={text}
      actions={
        undo && (
          <PostButton {...undo} variant="secondary" small inPlace attributes={{ "data-undo": true }}>
            Undo
          </PostButton>
        )
      }
    />
  )
}

function renderPart({ staff, url }: PartFrame, content: ComponentChildren): string {
  if (!staff) return ""
  return renderToString(
    <PermissionsContext.Provider value={mayUse(staff.role, url)}>
      <TestFirmContext.Provider value={staff.firm.is_test}>{content}</TestFirmContext.Provider>
    </PermissionsContext.Provider>,
  )
}

/** Sends what has changed, or the address of another page if that is more than a part. */
export function sendPlaced(reply: FastifyReply, placed: Placed): FastifyReply {
  return reply.header("cache-control", "no-store").type("application/json; charset=utf-8").send(placed)
}
