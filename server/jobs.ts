// Table of contents: all background work. Every worker process runs all of it and claims rows and jobs before working on
// them, so any number of processes can share the load.
import type pg from "pg"
import { removeOldAcceptedForms } from "./firm/access/accepted-forms.ts"
import { removeUnusedApps } from "./firm/access/apps/apps.ts"
import { removeOldConnections } from "./firm/access/apps/connections.ts"
import { removeExpiredImpersonations } from "./firm/access/impersonation.ts"
import { removeOldLateForms } from "./firm/access/late-forms.ts"
import { removeExpiredSessions } from "./firm/access/sessions.ts"
import { noteAuditHeads } from "./firm/audit/noting.ts"
import { verifyAuditLogs } from "./firm/audit/verified-logs.ts"
import { removeOldEvents } from "./firm/events/pruning.ts"
import { removeOldRequests } from "./firm/request-log/request-log.ts"
import { removeEmptiedUsers } from "./firm/users/pruning.ts"
import { removeOldAttempts } from "./firm/users/sign-in/attempts.ts"
import { removeOldCodes } from "./firm/users/sign-in/mailed-codes.ts"
import { sendPlannedMessages } from "./follow-up/conversations/planned-messages.ts"
import { sendDigests } from "./follow-up/digests/digests.ts"
import { removeOldInquiries } from "./follow-up/inquiries/inquiries.ts"
import { notifyOfStalled } from "./follow-up/queues/stalled-notices.ts"
import { mailRequests } from "./intake/checklist/requests.ts"
import { removeOldConflictNames } from "./intake/conflict-names/conflict-names.ts"
import { mailReturns } from "./intake/corrections/emails.ts"
import { sweepRemoved } from "./intake/documents/sweep.ts"
import { sweepUploads } from "./intake/documents/uploads/unfinished-uploads.ts"
import type { Pause } from "./intake/matters/parties/parties.ts"
import { tellOfArrivals } from "./intake/notifications/arrivals.ts"
import { notifyOfFailedMail } from "./intake/notifications/failed-mails.ts"
import { removeOldNotifications } from "./intake/notifications/inbox.ts"
import { notifyOfAnswers, notifyOfLaterChanges } from "./intake/notifications/later-changes.ts"
import { mailMissed } from "./intake/notifications/missed.ts"
import { type NotifiedEvent, notifyOfEvents } from "./intake/notifications/notify.ts"
import { remindBySchedule } from "./intake/reminders/schedule.ts"
import { endLostBulkActions, removeOldBulkActions } from "./operations/bulk-actions/bulk-actions.ts"
import { type RequestedBulkAction, runBulkAction } from "./operations/bulk-actions/running.ts"
import { deleteDueMatters } from "./operations/deletions/automatic-deletion.ts"
import { purgeDueMatters } from "./operations/deletions/purging.ts"
import { createLines } from "./operations/imports/creating-lines.ts"
import { markCreated, removeOldImports } from "./operations/imports/imports.ts"
import { planInBackground, type RequestedPlan } from "./operations/imports/plan-import.ts"
import { mailWeek } from "./operations/system/week.ts"
import { whyWithheld } from "./operations/system/withheld-mails.ts"
import { deleteInBackground, type RequestedDeletion } from "./operations/test-firms/deletion.ts"
import { prepareExport, type RequestedExport } from "./outputs/exports/prepare-export.ts"
import { sweepExports } from "./outputs/exports/sweep.ts"
import { sealEarlierSubjects } from "./outputs/sealing/earlier-subjects.ts"
import { deliverEvents, type RecordedEvent } from "./outputs/webhooks/deliveries.ts"
import { pruneDeliveries } from "./outputs/webhooks/pruning.ts"
import { countUnreadableEndpoints } from "./outputs/webhooks/secrets.ts"
import { openDeliveryWorker } from "./outputs/webhooks/worker.ts"
import type { Parts } from "./parts.ts"
import { canConnect } from "./platform/db/connections/probe.ts"
import { isReachable, isStoreAway } from "./platform/files/store/store-faults.ts"
import { emptyTrash, sweepUnused } from "./platform/files/sweeping.ts"
import { removeOldResponses } from "./platform/http/responses/idempotency.ts"
import { type Need, openBoss, type WorkOptions, workOn } from "./platform/jobs/boss.ts"
import { watchOutage } from "./platform/jobs/outage.ts"
import type { JobQueue } from "./platform/jobs/queue.ts"
import { listenForWork } from "./platform/jobs/wake.ts"
import { watched } from "./platform/jobs/watched.ts"
import { MailServerAway, openMailer } from "./platform/mail/mailer.ts"
import { removeOldMails } from "./platform/mail/pruning.ts"
import { type QueuedMail, sendQueuedMails } from "./platform/mail/sending.ts"
import { addressPolicyOf } from "./platform/outbound/policy.ts"

export interface Jobs {
  /** Takes no more work, and gives running work a few seconds to finish. */
  close(): Promise<void>
}

/** Starts all background work in this process. If that fails, nothing of it is left running. */
export async function openJobs(parts: Parts & { connection: pg.PoolConfig }): Promise<Jobs> {
  const closing = new AsyncDisposableStack()
  try {
    await startWork(parts, closing)
    return { close: () => closing.disposeAsync() }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

async function startWork(
  parts: Parts & { connection: pg.PoolConfig },
  closing: AsyncDisposableStack,
): Promise<void> {
  const { db, log, config, connection } = parts
  const mailer = openMailer({ smtp_url: config.smtp_url, from: config.mail_from })
  closing.defer(() => mailer.close())
  const outage = watchOutage({
    // Jobs come past the pooler, and do their work through it.
    isThere: async () => (await canConnect(connection)) && (await db.probe()),
    log,
  })
  let is_closing = false
  const boss = await openBoss(connection, {
    worker: true,
    outage,
    onError: (error) => {
      if (!is_closing) log.warn({ err: error }, "job queue")
    },
  })
  let closeDeliveries = async () => {}
  closing.defer(async () => {
    is_closing = true
    outage.close()
    await Promise.all([closeDeliveries(), boss.stop({ graceful: true, timeout: 9_000 })])
  })
  const wakeups = new Map<string, () => void>()
  const mail_server: Need = { isAway: (error) => error instanceof MailServerAway, isThere: mailer.isThere }
  const store: Need = { isAway: isStoreAway, isThere: () => isReachable(parts.files) }

  async function on<Data extends object>(
    queue: JobQueue,
    options: WorkOptions,
    handle: (jobs: Data[]) => Promise<void>,
  ): Promise<void> {
    wakeups.set(
      `job ${queue}`,
      await workOn({ boss, outage, connection, db }, queue, options, watched(log, queue, handle)),
    )
  }

  await on<RecordedEvent>("deliver-event", { batch: 100, poll_s: 1 }, (events) => deliverEvents(db, events))
  await on<QueuedMail>("send-mail", { batch: 10, needs: mail_server }, (mails) =>
    sendQueuedMails(
      {
        ...parts,
        mailer,
        whyWithheld,
        tellFailed: (tx, failed) => notifyOfFailedMail(tx, parts, failed),
      },
      mails,
    ),
  )
  await on<NotifiedEvent>("notify-staff", { batch: 20 }, (events) => notifyOfEvents(parts, events))
  await on("notify-changes", { batch: 100 }, async () => {
    await notifyOfLaterChanges(parts)
    await notifyOfAnswers(parts)
  })
  await on("notify-stalled", { batch: 100 }, async () => {
    await notifyOfStalled(parts)
  })
  await on("send-digests", { batch: 100 }, async () => {
    await sendDigests(parts)
  })
  await on("send-planned", { batch: 100 }, async () => {
    await sendPlannedMessages(parts)
  })
  await on("remind-clients", { batch: 100 }, async () => {
    await remindBySchedule(parts)
  })
  for (const [queue, tell] of [
    ["mail-returns", mailReturns],
    ["mail-requests", mailRequests],
    ["mail-missed", mailMissed],
    ["announce-arrivals", tellOfArrivals],
  ] as const)
    await on<Pause & { firm_id: string; matter_id: string }>(queue, { batch: 20 }, async (jobs) => {
      for (const { firm_id, matter_id, ...pause } of jobs)
        await db.forFirm(firm_id, (tx) => tell(tx, parts, matter_id, pause))
    })
  await on<{ firm_id?: string | null }>("sweep-files", { batch: 100, needs: store }, async (jobs) => {
    // The nightly job names no firm and sweeps all of them.
    for (const firm_id of new Set(jobs.map((job) => job.firm_id ?? undefined))) {
      await sweepUploads(parts, firm_id)
      await sweepRemoved(parts, firm_id)
    }
    if (jobs.every((job) => job.firm_id)) return
    await sweepUnused(parts)
    await emptyTrash(parts)
  })
  await on<RequestedExport>("prepare-export", { firms_at_once: 3, needs: store }, async (exports) => {
    for (const requested of exports) await prepareExport(parts, requested)
  })
  await on<RequestedExport>("prepare-firm-export", { firms_at_once: 1, needs: store }, async (exports) => {
    for (const requested of exports) await prepareExport(parts, requested)
  })
  for (const queue of ["bulk-action", "bulk-action-2"] as const)
    await on<RequestedBulkAction>(queue, { firms_at_once: 2 }, async (actions) => {
      for (const requested of actions)
        await runBulkAction({ ...parts, importing: { createLines, markCreated } }, requested)
    })
  await on<RequestedPlan>("read-import", { firms_at_once: 1 }, async (files) => {
    for (const requested of files) await planInBackground(parts, requested)
  })
  await on<RequestedDeletion>("delete-test-firm", { firms_at_once: 1, needs: store }, async (deletions) => {
    for (const requested of deletions) await deleteInBackground(parts, requested)
  })
  await on("retention", { batch: 100, needs: store }, async () => {
    await purgeDueMatters(parts)
    await deleteDueMatters(parts)
  })
  await on("clean-up", { batch: 100, needs: store }, async () => {
    await db.forPlatform(removeExpiredImpersonations)
    await db.forPlatform(removeExpiredSessions)
    await db.forPlatform(removeOldAcceptedForms)
    await db.forPlatform(removeOldLateForms)
    await db.forPlatform(removeOldConnections)
    await db.forPlatform(removeUnusedApps)
    await db.forPlatform(removeOldCodes)
    await db.forPlatform(removeOldImports)
    await db.forPlatform(endLostBulkActions)
    await db.forPlatform(removeOldBulkActions)
    await db.forPlatform(removeOldInquiries)
    await db.forPlatform(removeOldConflictNames)
    await db.forPlatform(removeOldAttempts)
    await db.forPlatform(removeOldResponses)
    await pruneDeliveries(db)
    await removeOldMails(db)
    await removeOldNotifications(db)
    await removeOldEvents(db)
    await removeOldRequests(db)
    await db.forPlatform(removeEmptiedUsers)
    await sweepExports(parts)
    await sweepUploads(parts)
  })

  await on("seal-subjects", { batch: 100 }, async () => {
    await sealEarlierSubjects(parts)
  })
  await on("note-audit", { batch: 100 }, () => noteAuditHeads(parts))
  await on("verify-audit", { batch: 100 }, () => verifyAuditLogs(parts))
  await on("mail-week", { batch: 100, needs: mail_server }, () => mailWeek(parts, mailer))

  // A machine that is off at that minute makes up for it.
  const once = { missed: "once" } as const
  await boss.schedule("sweep-files", "40 3 * * *", {}, once)
  await boss.schedule("seal-subjects", "5 3 * * *", null, once)
  await boss.schedule("note-audit", "20 2 * * *", null, once)
  await boss.schedule("verify-audit", "50 3 * * 0", null, once)
  await boss.schedule("mail-week", "30 6 * * 1", null, once)
  await boss.schedule("clean-up", "10 * * * *")
  await boss.schedule("retention", "50 * * * *")
  await boss.schedule("notify-changes", "*/10 * * * *")
  await boss.schedule("send-planned", "* * * * *")
  await boss.schedule("remind-clients", "25 * * * *")
  await boss.schedule("notify-stalled", "35 * * * *")
  // Some time zones are offset by a quarter or half of an hour.
  await boss.schedule("send-digests", "*/15 * * * *")

  const unreadable = await outage.persist(() =>
    db.forPlatform((tx) => countUnreadableEndpoints(tx, parts.ring.key_ids)),
  )
  if (unreadable > 0)
    log.error({ endpoints: unreadable }, "no master key opens these webhooks: nothing is sent")
  const deliveries = openDeliveryWorker({ ...parts, allow: addressPolicyOf(config) })
  closeDeliveries = deliveries.close
  wakeups.set("deliveries", deliveries.wake)

  const listener = await outage.persist(() =>
    listenForWork(boss, (message) => {
      if (message === "missed") for (const wake of wakeups.values()) wake()
      else if (message.startsWith("stop ")) deliveries.stop(message.slice("stop ".length))
      else wakeups.get(message)?.()
    }),
  )
  closing.defer(() => listener.close())
}
