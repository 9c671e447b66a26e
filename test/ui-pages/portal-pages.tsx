import { Banner, Notice } from "../../server/web/ui/components/banner.tsx"
import { Actions, Button, LinkButton } from "../../server/web/ui/components/button.tsx"
import { Card, EmptyState, SummaryList } from "../../server/web/ui/components/card.tsx"
import { DateField } from "../../server/web/ui/components/date-field.tsx"
import { FieldStatus } from "../../server/web/ui/components/field-status.tsx"
import { PageHeading } from "../../server/web/ui/components/page-heading.tsx"
import { ProgressBar } from "../../server/web/ui/components/progress-bar.tsx"
import { TaskList } from "../../server/web/ui/components/task-list.tsx"
import { PortalFrame } from "./portal-frame.tsx"

/* Pages one reads: welcome, tasks, a single question, review. */
export function WelcomeSample() {
  return (
    <PortalFrame>
      <PageHeading
        caption="Estate planning"
        title="Welcome, Maria"
        lede="Before we meet, we would like to know a little about you, your family and what you own. It takes most people about forty minutes, and you can stop at any time."
      />
      <ul>
        <li>Everything is saved as you type. Come back with the same link.</li>
        <li>You will not need a password.</li>
        <li>Only Hartwell &amp; Pryce can read what you write.</li>
      </ul>
      <Notice tone="accent">
        It helps to have last year’s tax return and your account statements nearby.
      </Notice>
      <form method="post">
        <Actions>
          <Button wide>Start</Button>
        </Actions>
      </form>
    </PortalFrame>
  )
}

export function TasksSample() {
  return (
    <PortalFrame>
      <PageHeading caption="Estate planning" title="Your intake" lede="Four of seven parts are done." />
      <ProgressBar id="progress" label="Your progress" text="4 of 7" value={4} max={7} />
      <h2>About you</h2>
      <TaskList
        label="About you"
        tasks={[
          { id: "t1", title: "You", href: "/you", status: { text: "Done", done: true } },
          { id: "t2", title: "Your spouse", href: "/spouse", status: { text: "Done", done: true } },
          {
            id: "t3",
            title: "Children and family",
            href: "/people",
            hint: "Six people so far",
            status: { text: "In progress", tone: "accent" },
          },
        ]}
      />
      <h2>What you own</h2>
      <TaskList
        label="What you own"
        tasks={[
          {
            id: "t4",
            title: "Real estate",
            href: "/real",
            status: { text: "2 questions left", tone: "warning" },
          },
          { id: "t5", title: "Bank and investment accounts", href: "/bank", status: { text: "Not started" } },
          {
            id: "t6",
            title: "Check and send",
            hint: "Opens once every part is done",
            status: { text: "Not yet" },
          },
        ]}
      />
      <Actions>
        <LinkButton href="/next">Go on with children and family</LinkButton>
        <a href="/later">Finish later</a>
      </Actions>
    </PortalFrame>
  )
}

export function QuestionSample() {
  return (
    <PortalFrame back>
      <form method="post" noValidate>
        <DateField
          id="birth"
          heading
          label="When were you born?"
          hint="For example, March 14, 1962"
          labels={{ day: "Day", month: "Month", year: "Year" }}
          value={{ day: "3", month: "March", year: "1962" }}
          birthday
          status={
            <FieldStatus id="birth" state="saved">
              Saved at 10:42
            </FieldStatus>
          }
        />
        <Actions>
          <Button wide>Continue</Button>
          <a href="/tasks">Back to the list</a>
        </Actions>
      </form>
    </PortalFrame>
  )
}

export function ReviewSample() {
  const change = (about: string) => [{ href: `/${about.replaceAll(" ", "-")}`, text: "Change", about }]
  return (
    <PortalFrame
      back
      wide
      banner={
        <Banner tone="warning" title="Two answers are missing">
          <p>You can send what you have, or fill them in first.</p>
        </Banner>
      }
    >
      <PageHeading
        title="Check your answers"
        lede="Nothing is final: you can change it until your lawyer closes the file."
      />
      <Card title="You" flush>
        <SummaryList
          rows={[
            { key: "Name", value: "Maria Elena Delgado", actions: change("name") },
            { key: "Date of birth", value: "March 3, 1962", actions: change("date of birth") },
            {
              key: "Address",
              value: "14 Barton Creek Boulevard\nAustin, TX 78735",
              actions: change("address"),
            },
            {
              key: "Social Security number",
              value: "•••-••-4411",
              actions: change("Social Security number"),
            },
            {
              key: "Marital status",
              value: <span class="muted">Not answered</span>,
              actions: change("marital status"),
              fault: true,
            },
          ]}
        />
      </Card>
      <Card title="Who would look after the children" actions={<a href="/guardians">Change</a>}>
        <ol>
          <li>Andrés O’Neil-Ștefănescu</li>
          <li>Nguyễn Thị Minh Khai</li>
        </ol>
      </Card>
      <Card>
        <EmptyState
          icon="file"
          title="No papers yet"
          action={
            <LinkButton href="/papers" variant="secondary" icon="plus">
              Add papers
            </LinkButton>
          }
        >
          Deeds, statements, and earlier wills go here.
        </EmptyState>
      </Card>
      <form method="post">
        <Actions>
          <Button wide>Send to Hartwell &amp; Pryce</Button>
        </Actions>
      </form>
    </PortalFrame>
  )
}
