import type { Queue } from "../../queues/queue.ts"
import { Tabs } from "../../ui/components/tabs.tsx"
import type { PageRequest } from "../page-request.ts"
import { type QueueView, queueUrl } from "./scope.ts"

/** Switches between own and all matters, with counts. Hidden from members limited to assigned matters. */
export function ScopeTabs({ view, queue, req }: { view: QueueView; queue?: Queue; req: PageRequest }) {
  if (req.staff.assigned_matters_only) return null
  const of = queue ? [queue] : view.queues
  const sum = (scope: "own" | "whole_firm") => of.reduce((all, one) => all + view.counts[one][scope], 0)
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
