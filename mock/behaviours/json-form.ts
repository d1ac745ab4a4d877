import { behaviour, type Drawn, type JsonForm } from './model';

export const jsonMemberOrder = behaviour('json.member-order', {
  changing: { json: ({ body, form }, drawn) => ({ body, form: { ...form, orderOf: changing(drawn) } }) },
});

export const jsonSpacing = behaviour('json.spacing', {
  indented: { json: ({ body, form }) => ({ body, form: { ...form, indented: true } }) },
});

export const jsonEscapes = behaviour('json.escapes', {
  ascii: { json: ({ body, form }) => ({ body, form: { ...form, ascii: true } }) },
});

/** As the mock writes it. */
export const COMPACT: JsonForm = { indented: false, ascii: false, orderOf: (names) => names };

/** Another order for each reply, and for each object in it: turned round by one place more, in each second round backwards. */
function changing({ turn }: Drawn): JsonForm['orderOf'] {
  let place = turn;
  return (names) => {
    const { length } = names;
    if (length < 2) return names;
    const by = place % length;
    const isBackwards = length > 2 && Math.floor(place / length) % 2 === 1;
    place += 1;
    const turned = [...names.slice(by), ...names.slice(0, by)];
    return isBackwards ? turned.toReversed() : turned;
  };
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
