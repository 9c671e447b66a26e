import { Icon, type IconName } from "../../../web/ui/components/icon.tsx"
import { allFilesUrl, listSentFiles, trayUrl } from "../../documents/portal/tray.tsx"
import type { Missing } from "../../submissions/missing/missing-answer.ts"
import type { SendingState } from "../../submissions/portal/sending-state.ts"
import type { PageRequest } from "../page-request.ts"

export interface Tile {
  id: string
  icon: IconName
  title: string
  href: string
  state: string
  /** The client has something to do or to read there. */
  is_open?: boolean
}

/** The tray of all files, with how many are still to come; undefined if there is no place for files. */
export async function filesTile(
  req: PageRequest,
  { missing, open }: SendingState,
): Promise<Tile | undefined> {
  if (!trayUrl(req)) return undefined
  const { tile, to_add, received_count } = req.words.documents
  const isFile = ({ where }: Missing) => "request_id" in where
  const count =
    open.filter(({ kind }) => kind === "document").length + (req.may_edit ? missing.filter(isFile).length : 0)
  const { length } = await listSentFiles(req)
  const state = count > 0 || length === 0 ? to_add(count) : received_count(length)
  return { id: "files", icon: "folder", title: tile, href: allFilesUrl, state, is_open: count > 0 }
}

/** Places that are always at hand, each with how it stands. */
export function Tiles({ tiles }: { tiles: readonly (Tile | undefined)[] }) {
  const shown = tiles.filter((tile) => tile !== undefined)
  if (shown.length === 0) return null
  return (
    <ul class="tiles">
      {shown.map(({ id, icon, title, href, state, is_open }) => (
        <li key={id}>
          <a class={is_open ? "tile tile-open" : "tile"} id={id} href={href}>
            <Icon name={icon} />
            <b>{title}</b>
            <span>{state}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
