/** Converts plain text to HTML; blank lines separate paragraphs. */

/** Lines at least this long, in characters, were wrapped by an editor; shorter ones end intentionally. */
const WRAPPED_LENGTH = 50;
/** A paragraph longer than this, in characters, is split. */
const LONGEST_PARAGRAPH = 4_000;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function paragraph(lines: readonly string[]): string {
  const isWrapped = lines.slice(0, -1).every((line) => line.length >= WRAPPED_LENGTH);
  return `<p>${lines.map((line) => escape(line.trim())).join(isWrapped ? '\n' : '<br>')}</p>`;
}

export function plainHtml(text: string): string {
  const html: string[] = [];
  let lines: string[] = [];
  let length = 0;
  const end = () => {
    if (lines.length > 0) html.push(paragraph(lines));
    lines = [];
    length = 0;
  };
  for (const line of text.split('\n')) {
    if (line.trim() === '' || length + line.length > LONGEST_PARAGRAPH) end();
    if (line.trim() === '') continue;
    lines.push(line);
    length += line.length;
  }
  end();
  return html.join('\n');
}
