// The part of an SMTP server that one delivery needs, on loopback.
import { type AddressInfo, createServer, type Socket } from "node:net"
import { after } from "node:test"

export interface SmtpBehaviour {
  /** False: sends no greeting. */
  greet?: boolean
  /** Keeps sending continuation lines from this command on and never finishes. */
  drip?: "greeting" | "EHLO"
  /** The reply to each recipient. */
  rcpt?: string
}

export interface ReceivedMail {
  sender: string
  recipients: string[]
  data: string
}

/** Starts a server that stores every email; it closes with the test that started it. */
export async function startSmtpServer({ greet = true, drip, rcpt = "250 OK" }: SmtpBehaviour = {}) {
  let answerToRecipient = rcpt
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
    socket.on("error", () => undefined)
    const current: ReceivedMail = { sender: "", recipients: [], data: "" }
    let isData = false
    let pending = ""
    const answer = (line: string): void => {
      if (/^EHLO/i.test(line)) {
        if (drip === "EHLO") dripOnto(socket, "250-wait\r\n")
        else socket.write("250 mail.example\r\n")
      } else if (/^MAIL FROM:/i.test(line)) {
        current.sender = line.slice(10).split(" ")[0] ?? ""
        socket.write("250 OK\r\n")
      } else if (/^RCPT TO:/i.test(line)) {
        current.recipients.push(line.slice(8))
        socket.write(`${answerToRecipient}\r\n`)
      } else if (/^DATA/i.test(line)) {
        isData = true
        socket.write("354 Go on\r\n")
      } else socket.write(/^QUIT/i.test(line) ? "221 Bye\r\n" : "502 What\r\n")
    }
    socket.on("data", (bytes) => {
      pending += bytes
      for (let end = pending.indexOf("\r\n"); end >= 0; end = pending.indexOf("\r\n")) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        if (!isData) answer(line)
        else if (line === ".") {
          isData = false
          received.push(current)
          socket.write("250 Taken\r\n")
        } else current.data += `${line}\r\n`
      }
    })
    if (drip === "greeting") dripOnto(socket, "220-wait\r\n")
    else if (greet) socket.write("220 mail.example\r\n")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    received,
    openConnectionCount: () => sockets.size,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerRecipientsWith: (line: string) => {
      answerToRecipient = line
    },
  }
}

function dripOnto(socket: Socket, line: string): void {
  const dripping = setInterval(() => socket.write(line), 50)
  socket.once("close", () => clearInterval(dripping))
}
