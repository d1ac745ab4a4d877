/** How JSON is written. */
export interface JsonForm {
  /** Whether each member and item has a line of its own. */
  readonly indented: boolean;
  /** Whether all that is not ASCII is escaped, and the slash. */
  readonly ascii: boolean;
  /** The names of an object's members in the order in which they are written. */
  readonly orderOf: (names: readonly string[]) => readonly string[];
}

/** JSON of what `parseJson` returned. */
export function writeJson(value: unknown, form: JsonForm): string {
  const text = write(value, form, '\n');
  // Both stand in texts alone, where either form means the same.
  return form.ascii ? text.replaceAll(/[/\u0080-\uffff]/g, escaped) : text;
}

const escaped = (sign: string): string =>
  sign === '/' ? '\\/' : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** @param line what begins a line at this depth */
function write(value: unknown, form: JsonForm, line: string): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${line}  `;
  if (Array.isArray(value)) {
    return enclosed(
      '[',
      ']',
      value.map((item) => write(item, form, inner)),
      form,
      line,
    );
  }
  const members = new Map(Object.entries(value));
  const colon = form.indented ? ': ' : ':';
  const written = form.orderOf([...members.keys()]).map((name) => {
    return `${JSON.stringify(name)}${colon}${write(members.get(name), form, inner)}`;
  });
  return enclosed('{', '}', written, form, line);
}

function enclosed(open: string, close: string, parts: readonly string[], { indented }: JsonForm, line: string): string {
  if (!indented || parts.length === 0) return `${open}${parts.join()}${close}`;
  return `${open}${line}  ${parts.join(`,${line}  `)}${line}${close}`;
}
