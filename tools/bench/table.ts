/** Rows of cells under a heading; the first column holds words, the others figures. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** A sentence that explains the table. */
  readonly note?: string;
}

/** For a terminal: aligned columns, figures to the right. */
export function asText({ title, head, rows, note }: Table): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]): string =>
    widths
      .map((width, column) => (column === 0 ? (row[0] ?? '').padEnd(width) : (row[column] ?? '').padStart(width)))
      .join('  ')
      .trimEnd();
  return [title, ...[head, ...rows].map((row) => `  ${line(row)}`), ...(note === undefined ? [] : [`  ${note}`])].join(
    '\n',
  );
}

/** The same as Markdown. */
export function asMarkdown({ title, head, rows, note }: Table): string {
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  const rule = `|---|${head
    .slice(1)
    .map(() => '---:|')
    .join('')}`;
  return [`**${title}**`, '', line(head), rule, ...rows.map(line), ...(note === undefined ? [] : ['', note])].join(
    '\n',
  );
}
