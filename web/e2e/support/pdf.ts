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
  const fonts = fontsOf(parts)
  return [...parts.values()].map(({ content }) => textShown(content, fonts)).join('\n')
}

/** The objects of the file by their numbers. */
function partsOf(all: string): Map<string, Part> {
  const parts = new Map<string, Part>()
  for (const [, number = '', body = ''] of all.matchAll(/(?:^|\s)(\d+) 0 obj\b([\s\S]*?)\bendobj\b/g)) {
    const at = body.search(/\bstream\r?\n/)
    parts.set(number, at < 0 ? { head: body, content: '' } : { head: body.slice(0, at), content: streamOf(body.slice(at), body.slice(0, at)) })
  }
  return parts
}

function streamOf(stream: string, head: string): string {
  const bytes = Buffer.from(stream.replace(/^stream\r?\n/, ''), 'latin1')
  if (/\/(FontFile|Subtype \/(CIDFontType0C|Image))/.test(head) || !head.includes('/FlateDecode')) return head.includes('/FlateDecode') ? '' : bytes.toString('latin1')
  return inflateSync(bytes).toString('latin1')
}

/** The glyphs of each font, by the name the pages give it. */
function fontsOf(parts: ReadonlyMap<string, Part>): Map<string, Glyphs> {
  const fonts = new Map<string, Glyphs>()
  for (const { head } of parts.values()) {
    const named = head.match(/\/Font\s*<<([\s\S]*?)>>/)?.[1] ?? ''
    for (const [, name = '', font = ''] of named.matchAll(/\/(\w+)\s+(\d+) 0 R/g)) {
      const table = parts.get(font)?.head.match(/\/ToUnicode (\d+) 0 R/)?.[1] ?? ''
      fonts.set(name, glyphsOf(parts.get(table)?.content ?? ''))
    }
  }
  return fonts
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
  for (const [word, font, hex, literal] of content.matchAll(/\/(\w+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|\(((?:\\[\s\S]|[^\\)])*)\)|\bET\b/g)) {
    if (font !== undefined) glyphs = fonts.get(font) ?? glyphs
    else if (hex !== undefined) text += shown(hex, glyphs)
    else if (literal !== undefined) text += shown(Buffer.from(unescaped(literal), 'latin1').toString('hex'), glyphs)
    else if (word === 'ET') text += '\n'
  }
  return text
}

function shown(hex: string, glyphs: Glyphs): string {
  return (hex.toUpperCase().match(/.{4}/g) ?? []).map((glyph) => glyphs.get(glyph) ?? '').join('')
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function unescaped(literal: string): string {
  return literal.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, sign: string) => (/^[0-7]/.test(sign) ? String.fromCharCode(Number.parseInt(sign, 8)) : (escapes[sign] ?? sign)))
}
