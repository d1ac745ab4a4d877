import {
  alternativesOf,
  fits,
  isObject,
  itemsOf,
  meantBy,
  memoized,
  own,
  propertiesOf,
  type Schema,
  typesOf,
} from '../../../openapi/contract';
import { type Exact, exactIn, numberOf, unitsAt } from '../../exchange/decimals';
import { jsonMediaOf, jsonOf } from '../../exchange/exchange';
import { derivedOf } from '../../records/figures/cases';
import { type Formulas, formulasFor } from '../../records/figures/formulas';
import type { Rounded } from '../../records/figures/rounding';
import { isPartOfRecord } from '../../records/inner';
import type { JsonRecord } from '../../records/records';
import { isInOrder, type MemberOrder, recordOrdersOf } from '../../requests/bodies/member-order';
import { brief } from '../../verdict/brief';
import { type Breach, replyClause } from '../../verdict/verdict';
import type { Oracle } from '../rule';

/** A figure is what its description works out of the figures beside it: "net plus tax", "sum of quantity times price over all lines". */
export const figuresAddUp: Oracle = {
  id: 'reply.figures',
  title: 'A figure comes to what its description works out of those beside it, and of two times the first is first',
  level: 'MUST',
  clause: ({ exchange }) => replyClause(exchange, 'A figure is worked out as its description says.', 'content'),
  judge: ({ exchange }) => {
    const [schema, body] = [jsonMediaOf(exchange)?.schema, jsonOf(exchange)];
    if (schema === undefined || typeof body !== 'object' || body === null) return undefined;
    const parts = partsOf(schema, body);
    const figures = parts.flatMap((part) => figuresIn(part, formulasFor(exchange.request.operation)));
    const orders = parts.flatMap(ordersIn);
    const derived = parts.flatMap(derivedIn);
    if (figures.length + orders.length + derived.length === 0) return undefined;
    const other = derived.find(({ shown, wanted }) => shown !== wanted);
    if (other !== undefined) return [breachOf(other.name, brief(other.wanted), brief(other.shown), other.said)];
    const turned = orders.find(({ order, record }) => !isInOrder(order, record));
    const wrong = figures.find(({ shown, wanted, isOff }) => isOff(shown, wanted));
    if (wrong === undefined) return turned === undefined ? [] : [turnedBreach(turned)];
    const { name, shown, wanted, said } = wrong;
    return [breachOf(name, textOf(wanted), textOf(shown), said)];
  },
};

const breachOf = (name: string, wanted: string, shown: string, said: string): Breach => ({
  key: name,
  expected: `${name}: ${wanted}, since it is "${said}"`,
  actual: `${name}: ${shown}`,
  topic: { member: name },
});

/** What a record shows of what follows from its figures, and what it has to be. */
const derivedIn = ({ form, record }: Part) =>
  [...derivedOf(form)].flatMap(([name, { values, workOut, said }]) => {
    const [shown, wanted] = [own(record, name), workOut(record)];
    return typeof shown !== 'string' || !values.includes(shown) || wanted === undefined
      ? []
      : [{ name, shown, wanted, said }];
  });

/** A record, at whatever depth of a reply, and the schema that it is one of. */
interface Part {
  readonly form: Schema;
  readonly record: JsonRecord;
}

function partsOf(schema: Schema, value: unknown): readonly Part[] {
  const items = itemsOf(schema);
  if (Array.isArray(value)) return items === undefined ? [] : value.flatMap((one) => partsOf(items, one));
  if (!isObject(value)) return [];
  const form = formOf(schema, value);
  const inner = [...propertiesOf(form).values()].flatMap((one) => {
    const parts = partsOf(one.schema, own(value, one.name));
    // What an object says of lists is about those of the record that it is in.
    return isObject(own(value, one.name))
      ? parts.map((part, nth) => (nth === 0 ? amongLists(part, form, value) : part))
      : parts;
  });
  return [{ form, record: value }, ...inner];
}

function amongLists(part: Part, outer: Schema, around: JsonRecord): Part {
  const form = withListsOf(outer)(part.form);
  return form === part.form ? part : { form, record: { ...around, ...beside(around), ...part.record } };
}

/** The members of the objects in a record, by what they are called there: `totals.net`. */
const beside = (around: JsonRecord): JsonRecord =>
  Object.fromEntries(
    Object.entries(around).flatMap(([name, value]) =>
      isObject(value) ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one] as const) : [],
    ),
  );

/** The schema of an object, with the lists of the record that it is in and the members of the other objects there. */
const withListsOf = memoized((outer: Schema) =>
  memoized((form: Schema): Schema => {
    const members = propertiesOf(form);
    const lists = [...propertiesOf(outer).values()].filter(
      ({ name, schema }) => itemsOf(schema) !== undefined && !members.has(name),
    );
    const others = [...propertiesOf(outer).values()].flatMap(({ name, schema }) =>
      schema === form || !typesOf(schema).includes('object')
        ? []
        : [...propertiesOf(schema).values()].map((one) => ({
            name: `${name}.${one.name}`,
            schema: bareOf(one.schema),
          })),
    );
    return lists.length + others.length === 0 || !isPartOfRecord(form)
      ? form
      : {
          type: 'object',
          properties: Object.fromEntries(
            [...lists, ...others, ...members.values()].map((one) => [one.name, one.schema]),
          ),
        };
  }),
);

/** A figure of which another object says how it is worked out. */
const bareOf = ({ type, format }: Schema): Schema => ({ ...(type && { type }), ...(format && { format }) });

/** An order of two members that words ask for, and a record that has both. */
interface Ordered {
  readonly order: MemberOrder;
  readonly record: JsonRecord;
}

const ordersIn = ({ form, record }: Part): readonly Ordered[] =>
  recordOrdersOf(form)
    .filter(({ first, last }) => [first, last].every(({ name }) => (own(record, name) ?? null) !== null))
    .map((order) => ({ order, record }));

function turnedBreach({ order: { first, last }, record }: Ordered): Breach {
  const [early, late] = [first, last].map(({ name }) => brief(own(record, name)));
  return {
    key: `${last.name} before ${first.name}`,
    expected: `${last.name} not before ${first.name}, as the words beside say`,
    actual: `${first.name}: ${early}, ${last.name}: ${late}`,
    topic: { member: last.name },
  };
}

/** Whether a figure is what it has to be, within what rounding leaves open. */
type IsOff = (shown: Exact, wanted: Exact) => boolean;

interface Figure {
  readonly name: string;
  readonly shown: Exact;
  readonly wanted: Exact;
  readonly isOff: IsOff;
  readonly said: string;
}

function figuresIn({ form, record }: Part, formulasIn: Formulas): readonly Figure[] {
  const formulas = formulasIn(form);
  return [...propertiesOf(form).values()].flatMap(({ name, schema: inner }): readonly Figure[] => {
    const member = own(record, name);
    const formula = formulas.get(name);
    const [shown, wanted] = [exactIn(member), formula?.workOut(record)];
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

/** The schema of a union that a value is one of: only there the words stand that are said of it. */
function formOf(schema: Schema, value: JsonRecord): Schema {
  const forms = alternativesOf(schema);
  if (forms.length < 2) return schema;
  const [only, other] = meantBy(schema, value)
    ? [meantBy(schema, value)]
    : forms.filter((one) => fits(one, 'response', value));
  return only === undefined || other !== undefined ? schema : only;
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

/** Whether a figure is not what rounding leaves at its last place. */
const isNot =
  (rounded: Rounded): IsOff =>
  (shown, wanted) => {
    if (wanted.places <= shown.places) return shown.units !== unitsAt(wanted, shown.places);
    const cut = 10n ** BigInt(wanted.places - shown.places);
    // Of figures below nothing it is open which way is up.
    if (wanted.units < 0n) return false;
    const cutOff = shown.units * cut - wanted.units;
    if (rounded === 'nearest') return 2n * (cutOff < 0n ? -cutOff : cutOff) > cut;
    const more = rounded === 'half up' ? cut / 2n : rounded === 'up' ? cut - 1n : 0n;
    return shown.units !== (wanted.units + more) / cut;
  };

const textOf = ({ units, places }: Exact): string => {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const [whole, rest] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
  return `${units < 0n ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`;
};
