/**
 * The text of a PDF, as far as our own documents need it: compressed streams; fonts with a table (ToUnicode) that says which
 * characters each glyph stands for; and pages that show strings of glyphs of two bytes each.
 */
import { inflateSync } from 'node:zlib'

interface Part {
  /** What describes it. */
  head: string
  /** Its stream, decompressed; empty when it has none. */
  content: string
}

/** The characters of each glyph of a font. */
type Glyphs = ReadonlyMap<string, string>

export function textOfPdf(pdf: Buffer): string {
  const all = pdf.toString('latin1')
  if (!all.startsWith('%PDF-')) throw new Error(`This is no PDF: ${all.slice(0, 60)}`)
  const parts = partsOf(all)
  const pages = [...parts.values()].filter(({ head }) => /\/Type ?\/Page\b/.test(head))
  return pages.map((page) => textShown(referred(parts, page, 'Contents').content, fontsOf(parts, page))).join('\n')
}

/** What an entry of an object refers to. */
function referred(parts: ReadonlyMap<string, Part>, { head }: Part, entry: string): Part {
  const number = head.match(new RegExp(`/${entry} (\\d+) 0 R`))?.[1] ?? ''
  return parts.get(number) ?? { head: '', content: '' }
}

/** The objects of the file by their numbers, those in object streams included. */
function partsOf(all: string): Map<string, Part> {
  const parts = new Map<string, Part>()
  for (const [, number = '', body = ''] of all.matchAll(/(?:^|\s)(\d+) 0 obj\b([\s\S]*?)\bendobj\b/g)) {
    // Our files end a stream with a line feed alone: a carriage return before it is the last byte of what was compressed.
    const [, head = body, stream = ''] = body.match(/^([\s\S]*?)\bstream\r?\n([\s\S]*?)\nendstream\s*$/) ?? []
    const part = { head, content: contentOf(head, stream) }
    parts.set(number, part)
    for (const [inner, text] of packedIn(part)) parts.set(inner, { head: text, content: '' })
  }
  return parts
}

/** A stream as text. Fonts and pictures are left out. */
function contentOf(head: string, stream: string): string {
  if (!head.includes('/FlateDecode') || /\/Subtype ?\/(CIDFontType0C|OpenType|Image)|\/Length1\b/.test(head)) return ''
  return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
}

/** The objects packed in an object stream: it begins with pairs of their numbers and places. */
function packedIn({ head, content }: Part): [string, string][] {
  if (!/\/Type ?\/ObjStm/.test(head)) return []
  const first = Number(head.match(/\/First (\d+)/)?.[1])
  const places = [...content.slice(0, first).matchAll(/(\d+) (\d+)/g)].map(([, number = '', at]) => ({
    number,
    at: first + Number(at),
  }))
  return places.map(({ number, at }, index) => [number, content.slice(at, places[index + 1]?.at)])
}

/** The glyphs of each font, by the name the page gives it. */
function fontsOf(parts: ReadonlyMap<string, Part>, page: Part): Map<string, Glyphs> {
  const named = referred(parts, page, 'Resources').head.match(/\/Font ?<<(.*?)>>/)?.[1] ?? ''
  const fonts = [...named.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = '', number = '']): [string, Glyphs] => {
    const font = parts.get(number)
    return [name, glyphsOf(font ? referred(parts, font, 'ToUnicode').content : '')]
  })
  return new Map(fonts)
}

function glyphsOf(table: string): Glyphs {
  const glyphs = new Map<string, string>()
  for (const [, block = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', characters = ''] of block.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g)) {
      glyphs.set(glyph.toUpperCase(), utf16(characters))
    }
  }
  return glyphs
}

function utf16(hex: string): string {
  return (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')
}

/** The strings a page shows, each text object on a line of its own. */
function textShown(content: string, fonts: ReadonlyMap<string, Glyphs>): string {
  let glyphs: Glyphs = new Map()
  let text = ''
  const words = /\/(\w+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|\(|\bET\b/g
  for (let word = words.exec(content); word; word = words.exec(content)) {
    const [whole, font, hex] = word
    if (font !== undefined) glyphs = fonts.get(font) ?? glyphs
    else if (hex !== undefined) text += shown(hex, glyphs)
    else if (whole === 'ET') text += '\n'
    else {
      const end = endOfString(content, words.lastIndex)
      text += shown(Buffer.from(unescaped(content.slice(words.lastIndex, end)), 'latin1').toString('hex'), glyphs)
      words.lastIndex = end + 1
    }
  }
  return text
}

/** Where the string that begins here ends; parentheses inside come in pairs or are escaped. */
function endOfString(content: string, from: number): number {
  let open = 1
  for (let at = from; at < content.length; at += 1) {
    const sign = content[at]
    if (sign === '\\') at += 1
    else if (sign === '(') open += 1
    else if (sign === ')' && (open -= 1) === 0) return at
  }
  throw new Error('A string of the page has no end.')
}

function shown(hex: string, glyphs: Glyphs): string {
  return (hex.toUpperCase().match(/.{4}/g) ?? []).map((glyph) => glyphs.get(glyph) ?? '').join('')
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function unescaped(literal: string): string {
  return literal.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, sign: string) =>
    /^[0-7]/.test(sign) ? String.fromCharCode(Number.parseInt(sign, 8)) : (escapes[sign] ?? sign),
  )
}
