/** The quickstart guide as a page to print. It reads as much of Markdown as the guide uses: headings, paragraphs, lists, bold. */

/** One block of the guide: a heading, a paragraph, or a list. */
interface Block {
  kind: 'h1' | 'h2' | 'p' | 'ul' | 'ol'
  /** One text, or one for each item of a list. */
  texts: string[]
}

const starts: readonly { sign: RegExp; kind: Block['kind'] }[] = [
  { sign: /^# /, kind: 'h1' },
  { sign: /^## /, kind: 'h2' },
  { sign: /^- /, kind: 'ul' },
  { sign: /^\d+\. /, kind: 'ol' },
]

/** The blocks of a text: an empty line ends one, and a line that begins nothing goes on with the one before. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const line of markdown.split('\n')) {
    const text = line.trim()
    const start = starts.find(({ sign }) => sign.test(line))
    if (text === '') open = undefined
    else if (!start && open) open.texts.push(`${open.texts.pop() ?? ''} ${text}`)
    else {
      const kind = start?.kind ?? 'p'
      const item = start ? line.replace(start.sign, '') : text
      if (open?.kind === kind && (kind === 'ul' || kind === 'ol')) open.texts.push(item)
      else blocks.push((open = { kind, texts: [item] }))
    }
  }
  return blocks
}

/** The words as they are read, without the signs around them. */
export function plain(text: string): string {
  return text.replaceAll('**', '')
}

export function guidePage(markdown: string, font: string): string {
  const blocks = blocksOf(markdown)
  const title = plain(blocks.find(({ kind }) => kind === 'h1')?.texts[0] ?? '')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${style(font)}</style></head><body>${blocks.map(htmlOf).join('\n')}</body></html>`
}

function htmlOf({ kind, texts }: Block): string {
  const inside = texts.map((text) => escaped(text).replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>'))
  const body = kind === 'ul' || kind === 'ol' ? inside.map((item) => `<li>${item}</li>`).join('') : inside.join(' ')
  return `<${kind}>${body}</${kind}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function style(font: string): string {
  return `
    @font-face { font-family: Inter; font-weight: 100 900; src: url(${font}) format('woff2'); }
    @page { size: letter; margin: 0.75in 0.85in; }
    body { margin: 0; color: #14202b; font: 400 10pt/1.45 Inter, sans-serif; }
    h1 { margin: 0 0 6pt; padding-bottom: 8pt; border-bottom: 2pt solid #0b6b78; font: 600 20pt/1.2 Inter; letter-spacing: -0.02em; }
    h2 { margin: 14pt 0 4pt; color: #08565f; font: 600 12pt/1.3 Inter; break-after: avoid; }
    p { margin: 0 0 5pt; orphans: 2; widows: 2; }
    ul, ol { margin: 0 0 5pt; padding-left: 16pt; }
    li { margin-bottom: 2.5pt; break-inside: avoid; }
    strong { font-weight: 600; }
  `
}
