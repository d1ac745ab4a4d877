import {
  isObject,
  itemsOf,
  keywordOf,
  memoized,
  own,
  type Property,
  propertiesOf,
  type Schema,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { numberIn } from '../../exchange/decimals';
import { jsonMediaOf, jsonOf } from '../../exchange/exchange';
import type { JsonRecord } from '../../records/records';
import { brief } from '../../verdict/brief';
import { replyClause } from '../../verdict/verdict';
import type { Oracle } from '../rule';

/** A figure is what its description works out of the figures beside it: "net plus tax", "sum of quantity times price over all lines". */
export const figuresAddUp: Oracle = {
  id: 'reply.figures',
  title: 'A figure comes to what its description works out of those beside it',
  level: 'MUST',
  clause: ({ exchange }) => replyClause(exchange, 'A figure is worked out as its description says.', 'content'),
  judge: ({ exchange }) => {
    const [schema, body] = [jsonMediaOf(exchange)?.schema, jsonOf(exchange)];
    if (schema === undefined || typeof body !== 'object' || body === null) return undefined;
    const figures = figuresIn(schema, body);
    if (figures.length === 0) return undefined;
    const [wrong] = figures.filter(({ shown, wanted, slack }) => Math.abs(shown - wanted) > slack);
    if (wrong === undefined) return [];
    const { name, shown, wanted, said } = wrong;
    return [
      {
        key: name,
        expected: `${name}: ${brief(wanted)}, since it is "${said}"`,
        actual: `${name}: ${brief(shown)}`,
        topic: { member: name },
      },
    ];
  },
};

interface Figure {
  readonly name: string;
  readonly shown: number;
  readonly wanted: number;
  /** By so much fractions that are rounded may be off. */
  readonly slack: number;
  readonly said: string;
}

function figuresIn(schema: Schema, value: unknown): readonly Figure[] {
  const items = itemsOf(schema);
  if (Array.isArray(value)) return items === undefined ? [] : value.flatMap((one) => figuresIn(items, one));
  if (!isObject(value)) return [];
  const formulas = formulasOf(schema);
  return [...propertiesOf(schema).values()].flatMap(({ name, schema: inner }): readonly Figure[] => {
    const member = own(value, name);
    if (typeof member === 'object') return figuresIn(inner, member);
    const formula = formulas.get(name);
    const [shown, wanted] = [numberIn(member), formula?.workOut(value)];
    if (formula === undefined || shown === undefined || wanted === undefined) return [];
    // What would lie out of its bounds may be held within them.
    const { minimum, maximum } = inner;
    if (wanted < Number(minimum ?? wanted) || wanted > Number(maximum ?? wanted)) return [];
    const isWhole = typesOf(inner).includes('integer');
    const slack = isWhole ? 0 : 0.011 + Math.abs(wanted) * 1e-9;
    return Number.isSafeInteger(Math.round(wanted)) ? [{ name, shown, wanted, slack, said: formula.said }] : [];
  });
}

/** Works a figure out of a record; undefined where the record lacks some of what it is made of. */
type WorkOut = (record: JsonRecord) => number | undefined;

interface Formula {
  readonly workOut: WorkOut;
  readonly said: string;
}

/** By the names of members, the formulas that their descriptions are: where more is said of a figure, it may be another one at times. */
const formulasOf = memoized((schema: Schema): ReadonlyMap<string, Formula> => {
  const properties = propertiesOf(schema);
  const found = new Map<string, Formula>();
  for (const { name, schema: one } of properties.values()) {
    if (!isFigure(one)) continue;
    const [said = '', ...more] = String(keywordOf(one, 'description') ?? '')
      .split(/[.;](?:\s+|$)|\n+/)
      .filter((text) => text.trim() !== '');
    const others = new Map([...properties].filter(([other]) => other !== name));
    const workOut = more.some((text) => OPEN.test(text)) ? undefined : sumIn(bare(said, name), others);
    if (workOut !== undefined) found.set(name, { workOut, said: said.trim() });
  }
  return found;
});

const isFigure = (schema: Schema): boolean =>
  typesOf(schema).some((type) => type === 'integer' || type === 'number') ||
  (typesOf(schema).includes('string') && keywordOf(schema, 'enum') === undefined);

/** What may make a figure another one than its formula. */
const OPEN =
  /\b(?:0|zero|negative|below|unless|except|if|when|while|until|once|after|before|round\w*|may|might|can|also|plus|minus|less|including|excluding|approx\w*|estimat\w*|cached|eventual\w*)\b/i;

/** The formula alone: without the name that it is of, and what says that a formula follows. */
const bare = (said: string, name: string): string =>
  said
    .replace(new RegExp(`^\\W*(?:the )?${spelled(name)}\\W*(?:(?:is|=|equals)\\s+|:\\s*)`, 'iu'), '')
    .replace(/^\W*(?:(?:always|is|equals|equal to|computed as|calculated as|worked out as|that is|i\.e\.)[:\s]+)+/i, '')
    .replaceAll(/[`'"()]/g, '')
    .replace(/^\s*=\s*/, '')
    .replace(/, in (?:cents|pence|minor units|the currency\b.*)$/i, '')
    .replace(/[\s,]+$/, '')
    .trim();

const spelled = (name: string): string => wordsOf(name).join('[ _-]?');

/** Terms that are added up and taken off. */
function sumIn(text: string, properties: ReadonlyMap<string, Property>): WorkOut | undefined {
  const [first = '', ...rest] = text.split(/,?\s+(plus|and|minus|less|reduced by|[+−–-])\s+(?:the )?/iu);
  const terms: { readonly sign: number; readonly workOut: WorkOut }[] = [];
  const all = ['plus', ...[first, ...rest]];
  // One alone says no more than which other figure it is like.
  if (all.length < 4 && !/\b(?:sum|total) of\b|\b(?:times|multiplied by)\b|\s[×x*]\s/iu.test(text)) return undefined;
  for (let nth = 0; nth < all.length; nth += 2) {
    const [sign = '', term = ''] = all.slice(nth, nth + 2);
    const workOut = productIn(term, properties) ?? totalIn(term, properties);
    if (workOut === undefined) return undefined;
    terms.push({ sign: /^(?:plus|and|\+)$/i.test(sign) ? 1 : -1, workOut });
  }
  // `Sum of net and tax` adds as `net plus tax` does; `net and tax` alone says nothing.
  if (/\sand\s/i.test(text) && !/^(?:the )?(?:sum|total) of\b/i.test(text)) return undefined;
  return (record) => addUp(terms.map(({ sign, workOut }) => times(sign, workOut(record))));
}

const times = (factor: number, value: number | undefined): number | undefined =>
  value === undefined ? undefined : factor * value;

const addUp = (values: readonly (number | undefined)[]): number | undefined =>
  values.reduce<number | undefined>((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0);

/** Members that are multiplied; one alone, too. */
function productIn(text: string, properties: ReadonlyMap<string, Property>): WorkOut | undefined {
  const names = text
    .replace(/^(?:the )?(?:sum|total) of (?:the )?/i, '')
    .split(/\s+(?:times|multiplied by|[×x*])\s+/iu)
    .map((one) => nameIn(one, properties, isFigure));
  if (names.some((one) => one === undefined)) return undefined;
  return (record) =>
    names.reduce<number | undefined>((product, name) => {
      const value = numberIn(own(record, name ?? ''));
      return product === undefined || value === undefined ? undefined : product * value;
    }, 1);
}

/** The member that words name, of those that are meant: `unitPrice`, `the unit price`, `unit prices`. */
const nameIn = (
  text: string,
  properties: ReadonlyMap<string, Property>,
  isMeant: (schema: Schema) => boolean,
): string | undefined =>
  [...properties.values()].find(
    ({ name, schema }) =>
      isMeant(schema) && new RegExp(`^(?:the |its |their |each )*${spelled(name)}s?$`, 'iu').test(text.trim()),
  )?.name;

/** What comes together of a list beside it: `sum of price times quantity over all lines`, `total of the line totals`. */
function totalIn(text: string, properties: ReadonlyMap<string, Property>): WorkOut | undefined {
  const said = text.match(/^(?:the )?(?:sum|total) of (?:all |the |its |each )*(.+)$/i)?.[1];
  if (said === undefined) return undefined;
  for (const { name, schema } of properties.values()) {
    const items = itemsOf(schema);
    if (items === undefined) continue;
    const list = `(?:all |the |its |each |every )*(?:of )?(?:all |the |its )*${spelled(name).replace(/s$/, 's?')}`;
    const inner = (said.match(new RegExp(`^(.+?) (?:over|of|across|for|in) ${list}$`, 'iu')) ??
      said.match(new RegExp(`^${list}(?:['’]s?)? (.+)$`, 'iu')))?.[1];
    const each = inner === undefined ? undefined : productIn(inner, propertiesOf(items));
    if (each === undefined) continue;
    return (record) => {
      const all = own(record, name);
      return Array.isArray(all) ? addUp(all.map((one) => (isObject(one) ? each(one) : undefined))) : undefined;
    };
  }
  return undefined;
}
