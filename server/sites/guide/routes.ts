import Type from "typebox"
import { found } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import type { Assets } from "../../web/ui/manifest.ts"
import { openSender } from "../reference/sender.ts"
import { renderGuidePage, renderStart, searchEntries } from "./page.tsx"
import { guideUrl, listAudiences, readPicture } from "./pages.ts"

/** Serves the guide for staff, authors, and operators, without authentication. */
export function guideRoutes(app: App, assets: Assets): void {
  const { page, json } = openSender()
  app.get(guideUrl, async (request, reply) => page(request, reply, guideUrl, () => renderStart(assets)))
  app.get(`${guideUrl}/search.json`, async (request, reply) => json(request, reply, "search", searchEntries))
  app.get(`${guideUrl}/:page`, { schema: { params: PageParams } }, async (request, reply) => {
    const pages = listAudiences().flatMap(({ pages }) => pages)
    const chosen = found(pages.find(({ path }) => path === `${guideUrl}/${request.params.page}`))
    return page(request, reply, chosen.path, () => renderGuidePage(chosen, assets))
  })
  app.get(`${guideUrl}/pictures/:name`, { schema: { params: PictureParams } }, async ({ params }, reply) =>
    reply
      .type("image/webp")
      .header("Cache-Control", "public, max-age=86400")
      .send(found(readPicture(params.name))),
  )
}

const PageParams = Type.Object({ page: Type.String() })
const PictureParams = Type.Object({ name: Type.String() })
