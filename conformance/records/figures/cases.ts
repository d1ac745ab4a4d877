/** What words make of cases: "0 for cancelled orders", "`paid` if it is the total or more, else `open`", "500 if any line is fragile, else 0". */
import {
  isObject,
  itemsOf,
  keywordOf,
  memoized,
  own,
  type Property,
  plain,
  propertiesOf,
  type Schema,
} from '../../../openapi/contract';
import { type Exact, exactIn, unitsAt } from '../../exchange/decimals';
import type { JsonRecord } from '../records';
import { type Beside, productIn, spelled, sumIn, type WorkOut } from './terms';

/** Whether something is so of a record; undefined where the record does not show it. */
type Truth = (record: JsonRecord) => boolean | undefined;

/** The records of which a figure is another one than its formula, and what it is then, where that is said. */
export interface Exception {
  readonly holds: Truth;
  readonly value: Exact | undefined;
}

/** `0 for cancelled orders`, `null if it is a draft`: the records that have one of the choices that are named; undefined where words may say something else. */
export function exceptionIn(part: string, properties: ReadonlyMap<string, Property>): Exception | undefined {
  const [, nothing, rest = ''] = EXCEPTION.exec(part) ?? [];
  const named = [...properties.values()].flatMap(({ name, schema }) => {
    const values = choicesOf(schema).filter((value) => new RegExp(`\\b${spelled(value)}\\b`, 'i').test(part));
    return values.length === 0 ? [] : [{ name, values }];
  });
  const [only, other] = named;
  if (nothing === undefined || only === undefined || other !== undefined) return undefined;
  // What else is said of them may make them others.
  const bare = only.values.reduce(
    (text, value) => text.replaceAll(new RegExp(`\\b${spelled(value)}s?\\b`, 'gi'), ''),
    rest,
  );
  if (bare.split(/[^\p{L}]+/u).filter((word) => word !== '' && !PLAIN_WORD.test(word)).length > 1) return undefined;
  const holds: Truth = (record) => {
    const value = own(record, only.name);
    return typeof value === 'string' ? only.values.includes(value) : undefined;
  };
  return { holds, value: /^(?:0|zero)$/i.test(nothing) ? NOTHING : undefined };
}

const EXCEPTION =
  /^\W*(?:(?:it|this|that) is )?(?:always )?[`'"]?(0|zero|null|none|nothing)[`'"]? (?:for|if|when|while|once|in|of) (?!.*\b(?:un(?:til|less)|not?|n['’]t|before|after|may|might|can|or (?:if|when))\b)(.*)$/is;
/** Beside the choices there is one more noun at most: what has them. */
const PLAIN_WORD = /^(?:an?|the|it|its|is|are|has|or|and|been|was|were|in|state|status)$/i;

const choicesOf = (schema: Schema): readonly string[] =>
  (keywordOf(schema, 'enum') ?? []).filter((one): one is string => typeof one === 'string' && plain(one) !== '');

const NOTHING: Exact = { units: 0n, places: 0 };

/** A member that has one of its choices by what the figures beside it are. */
interface Derived {
  /** The choices of which words say something: it may have others for another reason. */
  readonly values: readonly string[];
  readonly workOut: (record: JsonRecord) => string | undefined;
  readonly said: string;
}

/** By the names of members what words derive of the figures beside them: `` `none` if `paid` is 0, `all` if it is the `total` or more, else `some` ``. */
export const derivedOf = memoized((schema: Schema): ReadonlyMap<string, Derived> => {
  const properties = propertiesOf(schema);
  const found = new Map<string, Derived>();
  for (const { name, schema: one } of properties.values()) {
    const values = choicesOf(one);
    const [said = '', ...more] = String(keywordOf(one, 'description') ?? '')
      .split(/[.;](?:\s+|$)|\n+/)
      .filter((part) => part.trim() !== '');
    if (values.length < 2 || more.length > 0) continue;
    const others = new Map([...properties].filter(([other]) => other !== name));
    const cases = casesIn(said, values, { properties: others, saidOf: () => '', workedOutIn: () => new Map() });
    if (cases !== undefined)
      found.set(name, {
        values: cases.map(({ value }) => value),
        workOut: (record) => firstOf(cases, record),
        said: said.trim(),
      });
  }
  return found;
});

interface OneCase {
  readonly value: string;
  readonly holds: Truth;
}

/** The first of which the condition holds, as far as those before it are known not to. */
function firstOf(cases: readonly OneCase[], record: JsonRecord): string | undefined {
  for (const { value, holds } of cases) {
    const isSo = holds(record);
    if (isSo !== false) return isSo === true ? value : undefined;
  }
  return undefined;
}

function casesIn(said: string, values: readonly string[], beside: Beside): readonly OneCase[] | undefined {
  const one = `[\`'"]?(${values.map(spelled).join('|')})[\`'"]?`;
  const choiceFor = (text = ''): string => values.find((value) => plain(value) === plain(text)) ?? text;
  const last = new RegExp(`[,;]? (?:else|otherwise)[,:]? ${one}\\W*$`, 'i').exec(said);
  const text = said.slice(0, last?.index);
  const begins = [...text.matchAll(new RegExp(`(?:^\\W*?|[,;] *(?:and |or )?)${one} ${IF} `, 'gi'))];
  // One alone says nothing of the others, nor does what something else stands before.
  if (begins.length + (last === null ? 0 : 1) < 2 || begins[0]?.index !== 0) return undefined;
  const cases: OneCase[] = [];
  let it: WorkOut | undefined;
  for (const [nth, begin] of begins.entries()) {
    const condition = text.slice(begin.index + begin[0].length, begins[nth + 1]?.index);
    const read = conditionIn(condition, beside, it);
    if (read === undefined) return undefined;
    cases.push({ value: choiceFor(begin[1]), holds: read.holds });
    it = read.it;
  }
  return last === null ? cases : [...cases, { value: choiceFor(last[1]), holds: () => true }];
}

const IF = '(?:if|when|where|once|while|as long as)';

/** `500 if at least one line is fragile, else 0` */
export function numberByCase(said: string, beside: Beside): WorkOut | undefined {
  const byCase = new RegExp(`^\\W*(\\d+) ${IF} (.+?)[,;]? (?:else|otherwise)[,:]? \\W*(\\d+)\\W*$`, 'i');
  const [, one = '', condition = '', other = ''] = byCase.exec(said) ?? [];
  const read = conditionIn(condition, beside, undefined);
  const [then, otherwise] = [exactIn(one), exactIn(other)];
  if (read === undefined || then === undefined || otherwise === undefined) return undefined;
  return (record) => {
    const isSo = read.holds(record);
    return isSo === undefined ? undefined : isSo ? then : otherwise;
  };
}

/** What a text asks of a record, and the figure that it speaks of, which the next may call `it`. */
function conditionIn(text: string, beside: Beside, it: WorkOut | undefined) {
  const bare = text.replaceAll(/[`'"]/g, '').trim();
  const [, items = '', flag = ''] = ANY_ITEM.exec(bare) ?? [];
  const ofItems = flagIn(items, flag, beside);
  if (ofItems !== undefined) return { holds: ofItems, it };
  const [, left = '', sign = '', right = ''] = COMPARED.exec(bare) ?? [];
  const figure = /^(?:it|that|this)$/i.test(left) ? it : figureIn(left, beside);
  const [, most = right, more] = /^(.+?)( or more| or above| or greater)?$/i.exec(right) ?? [];
  const bound = /^(?:0|zero|nothing)$/i.test(most) ? () => NOTHING : figureIn(most, beside);
  if (figure === undefined || bound === undefined) return undefined;
  const kind =
    more !== undefined || /least|reach|cover/i.test(sign)
      ? 'least'
      : /more|greater|above|over|exceed/i.test(sign)
        ? 'more'
        : /less|below|under/i.test(sign)
          ? 'less'
          : 'equal';
  const holds: Truth = (record) => {
    const [one, other] = [figure(record), bound(record)];
    if (one === undefined || other === undefined) return undefined;
    const places = Math.max(one.places, other.places);
    const off = unitsAt(one, places) - unitsAt(other, places);
    return kind === 'equal' ? off === 0n : kind === 'less' ? off < 0n : kind === 'more' ? off > 0n : off >= 0n;
  };
  return { holds, it: figure };
}

const ANY_ITEM = /^(?:at least one|any|one or more|an?|one|some)(?: of (?:the|its))? (.+?) (?:is|are) (\w+)$/i;
const COMPARED =
  /^(?:the )?(.+?) (is at least|reaches|covers|is (?:more|greater|less) than|is (?:above|over|below|under)|exceeds|is|equals) (?:the )?(.+)$/i;

const figureIn = (text: string, beside: Beside): WorkOut | undefined =>
  productIn(text, beside.properties) ?? sumIn(text, beside);

/** That one of a list has a member that is true. */
function flagIn(items: string, flag: string, { properties }: Beside): Truth | undefined {
  if (items === '') return undefined;
  for (const { name, schema } of properties.values()) {
    if (!new RegExp(`^${spelled(name).replace(/s$/, 's?')}$`, 'i').test(items)) continue;
    const found = [...propertiesOf(itemsOf(schema) ?? {}).keys()].find((one) =>
      new RegExp(`^(?:is[ _-]?)?${spelled(flag)}$`, 'i').test(one),
    );
    if (found === undefined) continue;
    return (record) => {
      const all = own(record, name);
      const flags = Array.isArray(all) ? all.map((one) => (isObject(one) ? own(one, found) : undefined)) : [undefined];
      return flags.every((one) => typeof one === 'boolean') ? flags.includes(true) : undefined;
    };
  }
  return undefined;
}
