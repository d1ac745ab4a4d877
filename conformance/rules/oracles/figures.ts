import {
  isObject,
  itemsOf,
  keywordOf,
  memoized,
  type Operation,
  own,
  type Property,
  propertiesOf,
  type Schema,
  sentencesAround,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { type Exact, exactIn, unitsAt } from '../../exchange/decimals';
import { jsonMediaOf, jsonOf } from '../../exchange/exchange';
import type { JsonRecord } from '../../records/records';
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
    const figures = figuresIn(schema, body, formulasFor(exchange.request.operation));
    if (figures.length === 0) return undefined;
    const wrong = figures.find(({ shown, wanted, isOff }) => isOff(shown, wanted));
    if (wrong === undefined) return [];
    const { name, shown, wanted, said } = wrong;
    return [
      {
        key: name,
        expected: `${name}: ${textOf(wanted)}, since it is "${said}"`,
        actual: `${name}: ${textOf(shown)}`,
        topic: { member: name },
      },
    ];
  },
};

/** Whether a figure is what it has to be, within what rounding leaves open. */
type IsOff = (shown: Exact, wanted: Exact) => boolean;

interface Figure {
  readonly name: string;
  readonly shown: Exact;
  readonly wanted: Exact;
  readonly isOff: IsOff;
  readonly said: string;
}

type Formulas = (schema: Schema) => ReadonlyMap<string, Formula>;

function figuresIn(schema: Schema, value: unknown, formulasIn: Formulas): readonly Figure[] {
  const items = itemsOf(schema);
  if (Array.isArray(value)) return items === undefined ? [] : value.flatMap((one) => figuresIn(items, one, formulasIn));
  if (!isObject(value)) return [];
  const formulas = formulasIn(schema);
  return [...propertiesOf(schema).values()].flatMap(({ name, schema: inner }): readonly Figure[] => {
    const member = own(value, name);
    if (typeof member === 'object') return figuresIn(inner, member, formulasIn);
    const formula = formulas.get(name);
    const [shown, wanted] = [exactIn(member), formula?.workOut(value)];
    if (formula === undefined || shown === undefined || wanted === undefined) return [];
    // What would lie out of its bounds may be held within them.
    const { minimum, maximum } = inner;
    const figure = numberOf(wanted);
    if (figure < Number(minimum ?? figure) || figure > Number(maximum ?? figure)) return [];
    const isWhole = typesOf(inner).includes('integer');
    const isText = typeof member === 'string';
    // What was a number on its way is as exact as such are.
    if (!isText && !Number.isSafeInteger(Math.round(figure))) return [];
    const rounded = isText || isWhole ? formula.rounded : undefined;
    const isOff =
      rounded !== undefined
        ? isNot(rounded)
        : isText || isWhole
          ? isBeyond(Math.max(isWhole ? 0 : SLACK, wanted.places > shown.places ? lastPlaceOf(shown) : 0))
          : isBeyond(SLACK + Math.abs(figure) * 1e-9);
    return [{ name, shown, wanted, isOff, said: formula.said }];
  });
}

/** By so much fractions that are rounded may be off. */
const SLACK = 0.011;

/** Almost one at the last place that is shown: how that is rounded words leave open. */
const lastPlaceOf = ({ places }: Exact): number => 0.999 * 10 ** -places;

const isBeyond =
  (slack: number): IsOff =>
  (shown, wanted) => {
    const places = Math.max(shown.places, wanted.places, PLACES_OF_SLACK);
    const off = unitsAt(shown, places) - unitsAt(wanted, places);
    return Number(off < 0n ? -off : off) > slack * 10 ** places;
  };
const PLACES_OF_SLACK = 3;

/** How a figure is rounded, as words say. */
type Rounded = 'half up' | 'down' | 'up';

/** Whether a figure is not what rounding leaves at its last place. */
const isNot =
  (rounded: Rounded): IsOff =>
  (shown, wanted) => {
    if (wanted.places <= shown.places) return shown.units !== unitsAt(wanted, shown.places);
    const cut = 10n ** BigInt(wanted.places - shown.places);
    // Of figures below nothing it is open which way is up.
    if (wanted.units < 0n) return false;
    const more = rounded === 'half up' ? cut / 2n : rounded === 'up' ? cut - 1n : 0n;
    return shown.units !== (wanted.units + more) / cut;
  };

const numberOf = ({ units, places }: Exact): number => Number(units) / 10 ** places;

const textOf = ({ units, places }: Exact): string => {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const [whole, rest] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
  return `${units < 0n ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`;
};

/** Works a figure out of a record; undefined where the record lacks some of what it is made of. */
type WorkOut = (record: JsonRecord) => Exact | undefined;

interface Formula {
  readonly workOut: WorkOut;
  readonly rounded: Rounded | undefined;
  readonly said: string;
}

/** By the names of members, the formulas that their descriptions are: where more is said of a figure, it may be another one at times. */
const formulasOf = memoized((schema: Schema): ReadonlyMap<string, Formula> => {
  const properties = propertiesOf(schema);
  const found = new Map<string, Formula>();
  for (const { name, schema: one } of properties.values()) {
    if (!mayBeFigure(one)) continue;
    const [said = '', ...more] = String(keywordOf(one, 'description') ?? '')
      .split(/[.;](?:\s+|$)|\n+/)
      .filter((text) => text.trim() !== '');
    const others = new Map([...properties].filter(([other]) => other !== name));
    const [behind] = [roundedIn(said), ...more.map(roundedIn)].filter((one) => one !== undefined);
    const isOpen = more.some((text) => OPEN.test(text) && roundedIn(text)?.rest !== '');
    const workOut = isOpen ? undefined : sumIn(bare(roundedIn(said)?.rest ?? said, name), others);
    if (workOut !== undefined) found.set(name, { workOut, rounded: behind?.rounded, said: said.trim() });
  }
  return found;
});

/** The same, and those that sentences around the operation say of members without a formula of their own: `balance` = `total` − `paid`. */
const formulasFor = memoized((operation: Operation): Formulas => {
  const said = sentencesAround(operation).flatMap((text) => {
    const [, name, formula] = /^\W*`(\w+)`\s*(?:=|is|equals)\s+(\S.*)$/.exec(text) ?? [];
    return name === undefined || formula === undefined ? [] : [{ name, formula: formula.replace(/[.;]\s*$/, '') }];
  });
  return memoized((schema: Schema) => {
    const beside = formulasOf(schema);
    const properties = propertiesOf(schema);
    const around = [...properties.values()].flatMap(
      ({ name, schema: one }): readonly (readonly [string, Formula])[] => {
        const [only, other] = said.filter((each) => each.name === name);
        if (beside.has(name) || only === undefined || other !== undefined || !mayBeFigure(one)) return [];
        const others = new Map([...properties].filter(([another]) => another !== name));
        const rounded = roundedIn(only.formula);
        const workOut = sumIn(bare(rounded?.rest ?? only.formula, name), others);
        return workOut === undefined ? [] : [[name, { workOut, rounded: rounded?.rounded, said: only.formula }]];
      },
    );
    return around.length === 0 ? beside : new Map([...beside, ...around]);
  });
});

/** Whether a schema has a figure that is worked out of others, at whatever depth. */
export const isWorkedOut = memoized(
  (schema: Schema): boolean =>
    formulasOf(schema).size > 0 ||
    [...propertiesOf(schema).values()].some((one) =>
      [one.schema, itemsOf(one.schema) ?? {}].some((inner) => inner !== schema && formulasOf(inner).size > 0),
    ),
);

/** What a text says behind a formula of how it is rounded, and the text without that. */
function roundedIn(said: string): { readonly rounded: Rounded; readonly rest: string } | undefined {
  const found = ROUNDED.find(([, form]) => form.test(said));
  return found && { rounded: found[0], rest: said.replace(found[1], '').trim() };
}

/** `half a cent rounded up`, `rounded half up to the cent`, `halves are rounded up`; `rounded down to the cent`. */
const ROUNDED: readonly (readonly [Rounded, RegExp])[] = [
  [
    'half up',
    /(?:^|,| and|\s)\s*\(?(?:rounded(?: to (?:the |a |whole |full |nearest |two |2 )*(?:cents?|penn(?:y|ies)|units?|hundredths?|decimals?|decimal places|digits))?,? (?:with )?)?(?:(?:half(?: (?:an? |the )?(?:cent|penny|unit))?|halves|ties) (?:is |are |being )?(?:rounded )?up(?:wards?)?|(?:rounded )?half[- ]up)(?: to (?:the |a |whole |full |nearest |two |2 )*(?:cents?|penn(?:y|ies)|units?|hundredths?|decimals?|decimal places|digits))?\)?\W*$/i,
  ],
  [
    'down',
    /(?:^|,|\s)\s*\(?(?:always )?(?:rounded down|truncated|cut off)(?: to (?:the |a |whole |full |nearest |two |2 )*(?:cents?|penn(?:y|ies)|units?|hundredths?|decimals?|decimal places|digits))?\)?\W*$/i,
  ],
  [
    'up',
    /(?:^|,|\s)\s*\(?(?:always )?rounded up(?:wards?)?(?: to (?:the |a |whole |full |nearest |two |2 )*(?:cents?|penn(?:y|ies)|units?|hundredths?|decimals?|decimal places|digits))?\)?\W*$/i,
  ],
];

/** Whether a member may be part of a formula: also a text of which no schema says that it is a number. */
const mayBeFigure = (schema: Schema): boolean =>
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
  const terms: { readonly sign: 1 | -1; readonly workOut: WorkOut }[] = [];
  const all = ['plus', ...[first, ...rest]];
  // One alone says no more than which other figure it is like.
  const isAlone =
    all.length < 4 && !/\b(?:sum|total) of\b|\b(?:times|multiplied by)\b|\s[×x*]\s|\btogether\b/iu.test(text);
  const alone = isAlone ? shareIn(text, properties) : undefined;
  if (isAlone) return alone;
  for (let nth = 0; nth < all.length; nth += 2) {
    const [sign = '', term = ''] = all.slice(nth, nth + 2);
    const workOut = productIn(term, properties) ?? totalIn(term, properties) ?? shareIn(term, properties);
    if (workOut === undefined) return undefined;
    terms.push({ sign: /^(?:plus|and|\+)$/i.test(sign) ? 1 : -1, workOut });
  }
  // `Sum of net and tax` adds as `net plus tax` does; `net and tax` alone says nothing.
  if (/\sand\s/i.test(text) && !/^(?:the )?(?:sum|total) of\b/i.test(text)) return undefined;
  return (record) => addUp(terms.map(({ sign, workOut }) => times(sign, workOut(record))));
}

const times = (factor: 1 | -1, value: Exact | undefined): Exact | undefined =>
  value && { ...value, units: BigInt(factor) * value.units };

const addUp = (values: readonly (Exact | undefined)[]): Exact | undefined =>
  values.reduce<Exact | undefined>(
    (sum, one) => {
      if (sum === undefined || one === undefined) return undefined;
      const places = Math.max(sum.places, one.places);
      return { units: unitsAt(sum, places) + unitsAt(one, places), places };
    },
    { units: 0n, places: 0 },
  );

const multiply = (values: readonly (Exact | undefined)[]): Exact | undefined =>
  values.reduce<Exact | undefined>(
    (product, one) => product && one && { units: product.units * one.units, places: product.places + one.places },
    { units: 1n, places: 0 },
  );

/** A share of another figure: `discountPercent of the subtotal`, `tax percent on net`. */
function shareIn(text: string, properties: ReadonlyMap<string, Property>): WorkOut | undefined {
  const [, share = '', whole = ''] = text.match(/^(?:the )?([\w -]+?) (?:of|on) (?:the |its )?([\w -]+)$/i) ?? [];
  const named = (one: string) => nameIn(one, properties, mayBeFigure);
  // `discountPercent per cent of` says it twice.
  const [percent, base] = [named(share) ?? named(share.replace(/ per ?cent$/i, '')), named(whole)];
  if (percent === undefined || base === undefined) return undefined;
  if (!wordsOf(percent).some((word) => /^(?:percent|percentage|pct)$/i.test(word))) return undefined;
  return (record) => {
    const part = multiply([percent, base].map((name) => exactIn(own(record, name))));
    return part && { ...part, places: part.places + 2 };
  };
}

/** Members that are multiplied; one alone, too. */
function productIn(text: string, properties: ReadonlyMap<string, Property>): WorkOut | undefined {
  const names = text
    .replace(/^(?:the )?(?:sum|total) of (?:the )?/i, '')
    .split(/\s+(?:times|multiplied by|[×x*])\s+/iu)
    .map((one) => nameIn(one, properties, mayBeFigure));
  if (names.some((one) => one === undefined)) return undefined;
  return (record) => multiply(names.map((name) => exactIn(own(record, name ?? ''))));
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

/** What comes together of a list beside it: `sum of price times quantity over all lines`, `total of the line totals`, `all lines together`. */
function totalIn(text: string, properties: ReadonlyMap<string, Property>): WorkOut | undefined {
  const said = text.match(/^(?:the )?(?:sum|total) of (?:all |the |its |each )*(.+)$/i)?.[1];
  const together = text.match(/^(?:all |the |its )*(.+?) (?:taken |added |summed )?together$/i)?.[1];
  for (const { name, schema } of properties.values()) {
    const items = itemsOf(schema);
    if (items === undefined) continue;
    const all = `${spelled(name).replace(/s$/, 's?')}`;
    const list = `(?:all |the |its |each |every )*(?:of )?(?:all |the |its )*${all}`;
    const inner = (said?.match(new RegExp(`^(.+?) (?:over|of|across|for|in) ${list}$`, 'iu')) ??
      said?.match(new RegExp(`^${list}(?:['’]s?)? (.+)$`, 'iu')))?.[1];
    const isWhole = [said, together].some((one) => one !== undefined && new RegExp(`^${all}$`, 'iu').test(one));
    const each =
      inner === undefined ? (isWhole ? workedOutOf(items) : undefined) : productIn(inner, propertiesOf(items));
    if (each === undefined) continue;
    return (record) => {
      const all = own(record, name);
      return Array.isArray(all) ? addUp(all.map((one) => (isObject(one) ? each(one) : undefined))) : undefined;
    };
  }
  return undefined;
}

/** The one figure of an item that is worked out of the others itself: what the item comes to. */
function workedOutOf(items: Schema): WorkOut | undefined {
  const [name, other] = formulasOf(items).keys();
  return name === undefined || other !== undefined ? undefined : (record) => exactIn(own(record, name));
}
