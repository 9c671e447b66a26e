// Small files of every accepted type, built according to their specifications, for tests.

/** A JPEG with an embedded preview in the header, as cameras write them, and placeholder pixels. */
export function sampleJpeg(pixels = 2000): Buffer {
  const preview = Buffer.concat([
    Buffer.from("ffd8ffe0", "hex"),
    Buffer.alloc(20, 1),
    Buffer.from("ffd9", "hex"),
  ])
  const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, preview.length + 2]), preview])
  const scan = Buffer.concat([Buffer.from("ffda0008010100003f00", "hex"), Buffer.alloc(pixels, 0x5a)])
  return Buffer.concat([Buffer.from("ffd8", "hex"), exif, scan, Buffer.from("ffd9", "hex")])
}

export function samplePng(): Buffer {
  return Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  )
}

export function sampleWebp(): Buffer {
  const chunk = Buffer.alloc(500, 7)
  const head = Buffer.alloc(20)
  head.write("RIFF", 0, "latin1")
  head.writeUInt32LE(chunk.length + 12, 4)
  head.write("WEBPVP8 ", 8, "latin1")
  head.writeUInt32LE(chunk.length, 16)
  return Buffer.concat([head, chunk])
}

export function sampleHeif(brands = "heic\0\0\0\0mif1heic"): Buffer {
  const box = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length + 8)
    return Buffer.concat([length, Buffer.from(type), content])
  }
  return Buffer.concat([
    box("ftyp", Buffer.from(brands)),
    box("meta", Buffer.alloc(90)),
    box("mdat", Buffer.alloc(500, 7)),
  ])
}

/** A ZIP archive of stored entries. */
export function sampleZip(names: readonly string[]): Buffer {
  const content = Buffer.from("<x/>")
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const name of names) {
    const local = Buffer.alloc(30)
    local.write("PK\x03\x04", "latin1")
    local.writeUInt32LE(content.length, 18)
    local.writeUInt32LE(content.length, 22)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.write("PK\x01\x02", "latin1")
    central.writeUInt32LE(content.length, 20)
    central.writeUInt32LE(content.length, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(offset, 42)
    locals.push(local, Buffer.from(name), content)
    directory.push(central, Buffer.from(name))
    offset += local.length + name.length + content.length
  }
  const end = Buffer.alloc(22)
  end.write("PK\x05\x06", "latin1")
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}

export const sampleDocx = (): Buffer => sampleZip(["[Content_Types].xml", "_rels/.rels", "word/document.xml"])
export const sampleXlsx = (): Buffer => sampleZip(["[Content_Types].xml", "_rels/.rels", "xl/workbook.xml"])

/** A compound file with up to three streams, each of 4,096 bytes or more and padded to whole sectors. */
export function sampleCompoundFile(streams: Readonly<Record<string, Buffer>>): Buffer {
  const sector = 512
  const header = Buffer.alloc(sector)
  header.write("d0cf11e0a1b11ae1", "hex")
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(4096, 56)
  header.fill(0xff, 76)
  header.writeUInt32LE(0, 76)

  const table = Buffer.alloc(sector, 0xff)
  table.writeUInt32LE(0xfffffffd, 0)
  table.writeUInt32LE(0xfffffffe, 4)
  const directory = Buffer.alloc(sector)
  const entry = (index: number, name: string, type: number, start: number, size: number) => {
    directory.write(name, index * 128, "utf16le")
    directory.writeUInt16LE((name.length + 1) * 2, index * 128 + 64)
    directory.writeUInt8(type, index * 128 + 66)
    directory.writeUInt32LE(start, index * 128 + 116)
    directory.writeUInt32LE(size, index * 128 + 120)
  }
  entry(0, "Root Entry", 5, 0xfffffffe, 0)
  let next = 2
  const contents = Object.entries(streams).map(([name, bytes], index) => {
    const sectors = Math.ceil(Math.max(bytes.length, 4096) / sector)
    entry(index + 1, name, 2, next, sectors * sector)
    for (let n = 0; n < sectors; n++)
      table.writeUInt32LE(n + 1 < sectors ? next + n + 1 : 0xfffffffe, (next + n) * 4)
    next += sectors
    return Buffer.concat([bytes], sectors * sector)
  })
  return Buffer.concat([header, table, directory, ...contents])
}

/** The start of a Word document's main stream. */
export function wordStream({ encrypted }: { encrypted: boolean }): Buffer {
  const start = Buffer.from("eca5c10000000904000000120000", "hex")
  start.writeUInt16LE(encrypted ? 0x1300 : 0x1200, 10)
  return start
}

/** The start of a workbook: its first record, and the one that says it is encrypted. */
export function workbookStream({ encrypted }: { encrypted: boolean }): Buffer {
  const begin = Buffer.from("0908100000060500aa1fcd07c100010006040000", "hex")
  return Buffer.concat([begin, Buffer.from(encrypted ? "2f00060001000200ffff" : "e1000200b004", "hex")])
}
