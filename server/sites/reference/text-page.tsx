import type { Assets } from "../../web/ui/manifest.ts"
import type { ContentsGroup } from "./contents.tsx"
import { type Document, listOperations } from "./document.ts"
import { renderReferencePage } from "./frame.tsx"
import { addressOfGuide } from "./guides.ts"
import { Markdown, parseText, withAddress } from "./markdown.tsx"

interface TextPage {
  path: string
  title: string
  /** Markdown. */
  text: string
  assets: Assets
  contents: readonly ContentsGroup[]
  /** The OpenAPI document, for samples of its operations. */
  source: object
}

/** A guide, or another text, in the frame of the documentation. */
export function renderText({ path, title, text, assets, contents, source }: TextPage): string {
  const document = source as Document
  const base_url = document.servers[0]?.url ?? ""
  return renderReferencePage({
    assets,
    title: `${title} · ${document.info.title} API`,
    path,
    contents,
    children: (
      <Markdown
        tokens={parseText(withAddress(text, base_url), addressOfGuide)}
        operations={listOperations(document)}
        base_url={base_url}
      />
    ),
  })
}
