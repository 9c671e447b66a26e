import type { PageRequest } from "../../../web/console/page-request.ts"
import { Tabs } from "../../../web/ui/components/tabs.tsx"
import type { Queue } from "../queue.ts"
import { max_counted } from "../queues.ts"
import { cappedCountText } from "../words.ts"
import { type QueueView, queueUrl } from "./scope.ts"

/** Switches between own and all matters, with counts that stop where those of the queues do. Hidden from members limited to assigned matters. */
export function ScopeTabs(props: { view: QueueView; queue?: Queue; inquiries?: number; req: PageRequest }) {
  const { view, queue, inquiries = 0, req } = props
  if (req.staff.assigned_matters_only) return null
  const of = queue ? [queue] : view.queues
  const sum = (scope: "own" | "whole_firm") =>
    cappedCountText(
      of.reduce((all, one) => all + view.counts[one][scope], inquiries),
      max_counted,
    )
  return (
    <Tabs
      label="Whose matters"
      items={[
        {
          href: queueUrl(false, queue),
          text: "Assigned to you",
          current: !view.is_whole_firm,
          count: sum("own"),
        },
        {
          href: queueUrl(true, queue),
          text: "Whole firm",
          current: view.is_whole_firm,
          count: sum("whole_firm"),
        },
      ]}
    />
  )
}
