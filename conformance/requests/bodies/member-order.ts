/** Which of two members of a body has to be the later or greater one, as words say: OpenAPI has no word for that. */
import {
  fits,
  keywordOf,
  memoized,
  type Operation,
  own,
  type Property,
  propertiesOf,
  type Schema,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { bodyMembers } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';

/** That one member of a body comes before another. */
export interface MemberOrder {
  readonly first: Property;
  readonly last: Property;
  /** Whether words say that both may not be the same; else they may be. */
  readonly isStrict: boolean;
}

/** What the words beside the members, of the operation and of its refusals say of which is first. */
export const memberOrdersOf = memoized((operation: Operation): readonly MemberOrder[] => {
  const properties = [...bodyMembers(operation).values()].filter(
    ({ readOnly, schema }) => !readOnly && kindOf(schema) !== undefined,
  );
  const refusals = operation.replies.filter(({ status }) => /^4(?:00|09|22|XX)$/i.test(String(status)));
  const texts = [
    ...[operation.summary ?? '', operation.description ?? ''].map((text) => ({
      text,
      isRefusal: SAYS_REFUSED.test(text),
    })),
    ...refusals.map(({ description }) => ({ text: description, isRefusal: true })),
  ];
  const found = properties.flatMap((one) =>
    properties
      .filter((other) => other !== one && kindOf(other.schema) === kindOf(one.schema))
      .flatMap((other): readonly MemberOrder[] => {
        const said =
          saidBeside(String(keywordOf(one.schema, 'description') ?? ''), other) ??
          texts.map((text) => saidOf(one, text, other)).find((each) => each !== undefined);
        if (said === undefined) return [];
        const [first, last] = said.isLater ? [other, one] : [one, other];
        return [{ first, last, isStrict: said.isStrict }];
      }),
  );
  const keys = found.map(({ first, last }) => `${first.name} ${last.name}`);
  // Words that say both are not understood.
  return found.filter(
    ({ first, last }, at) =>
      !keys.includes(`${last.name} ${first.name}`) && keys.indexOf(`${first.name} ${last.name}`) === at,
  );
});

/** The same of the members of a record, where words beside one say nothing else: "Not before `started_at`." The same moment is in order. */
export const recordOrdersOf = memoized((schema: Schema): readonly MemberOrder[] => {
  const properties = [...propertiesOf(schema).values()].filter((one) => kindOf(one.schema) !== undefined);
  return properties.flatMap((one) => {
    const parts = String(keywordOf(one.schema, 'description') ?? '').split(/[.;:,()](?:\s+|$)/);
    return properties
      .filter((other) => other !== one && kindOf(other.schema) === kindOf(one.schema))
      .flatMap((other): readonly MemberOrder[] => {
        const isOfIt = new RegExp(`${nameIn(other)}\\W*$`, 'i');
        const said = parts.filter((part) => isOfIt.test(part)).map((part) => saidBeside(part, other));
        const [only] = said.length === 1 ? said : [];
        if (only === undefined) return [];
        const [first, last] = only.isLater ? [other, one] : [one, other];
        return [{ first, last, isStrict: false }];
      });
  });
});

interface Said {
  /** Whether the one that the sentence begins with is the later one. */
  readonly isLater: boolean;
  readonly isStrict: boolean;
}

const LATER = '(?:after|later than|greater than|more than|larger than|higher than|>)';
const EARLIER = '(?:before|earlier than|less than|lower than|smaller than|<)';
const FROM =
  '(?:on or after|at or after|no earlier than|no less than|at least|(?:greater|later|more) than or equal to|>=|≥)';
const UP_TO =
  '(?:on or before|at or before|no later than|no more than|at most|(?:less|earlier|lower) than or equal to|<=|≤)';
const MUST = "(?:must|has to|have to|needs? to|shall|(?:may|can)(?= ?not\\b|['’]t\\b))";

/** What a text says of the member that it is beside: "after `x`", "must not be before `x`". */
function saidBeside(description: string, other: Property): Said | undefined {
  const name = nameIn(other);
  const found = new RegExp(
    `(?:(?:^|[.;:,(]\\s{0,2})(not |never )?|\\b${MUST}( ?not|n?['’]t)?(?: be| lie| come)?(?: always| strictly)? )(${FROM}|${UP_TO}|${LATER}|${EARLIER})\\s(?:the |that of |its )?${name}`,
    'i',
  ).exec(description);
  return found === null ? undefined : readSaid(found[3] ?? '', (found[1] ?? found[2]) !== undefined);
}

/** What a sentence says of two members: one must be after the other, or it is refused where it is before it. */
function saidOf(
  one: Property,
  { text, isRefusal }: { readonly text: string; readonly isRefusal: boolean },
  other: Property,
): Said | undefined {
  const [name, otherName] = [nameIn(one), nameIn(other)];
  const must = new RegExp(
    `${name}[^.;]{0,20}? ${MUST}( ?not|n?['’]t)?(?: be| lie| come)?(?: always| strictly)? (${FROM}|${UP_TO}|${LATER}|${EARLIER})\\s(?:the |that of |its )?${otherName}`,
    'i',
  ).exec(text);
  if (must !== null) return readSaid(must[2] ?? '', must[1] !== undefined);
  const wrong = new RegExp(
    `${name} (?:is|are|would be|lies|comes)( not|n't)?(?: on| at)? (${FROM}|${UP_TO}|${LATER}|${EARLIER})\\s(?:the |that of |its )?${otherName}`,
    'i',
  ).exec(text);
  // A refusal tells what is wrong.
  return wrong === null || !isRefusal ? undefined : readSaid(wrong[2] ?? '', wrong[1] === undefined);
}

const SAYS_REFUSED = /\b(?:invalid|breaks?|rejected|refused|wrong|rules?|fails?|4\d\d|not as)\b/i;

/** @param isNegated whether it is not to be so */
function readSaid(relation: string, isNegated: boolean): Said {
  const isOf = (pattern: string): boolean => new RegExp(`^${pattern}$`, 'i').test(relation);
  const isLater = isOf(FROM) || (isOf(LATER) && !isOf(UP_TO));
  const mayBeSame = isOf(FROM) || isOf(UP_TO);
  return { isLater: isLater !== isNegated, isStrict: mayBeSame === isNegated };
}

/** How words name a member: as it is written, or by its words; of a moment by the first one, too: "the end" is `ends_at`. */
const nameIn = ({ name }: Property): string => {
  const words = wordsOf(name);
  const isMoment = words.length > 1 && ['at', 'on', 'date', 'time', 'day'].includes(words.at(-1) ?? '');
  const stem = isMoment && words.length === 2 ? [`${(words[0] ?? '').replace(/s$/, '')}s?(?: date| time| day)?`] : [];
  return `[\`"'(]{0,2}\\b(?:${[name, words.join('[ _-]'), ...stem].join('|')})\\b[\`"')]{0,2}`;
};

type Kind = 'number' | 'date' | 'date-time';

function kindOf(schema: Property['schema']): Kind | undefined {
  const types = typesOf(schema).filter((type) => type !== 'null');
  if (types.length > 0 && types.every((type) => type === 'integer' || type === 'number')) return 'number';
  const format = types.join() === 'string' ? keywordOf(schema, 'format') : undefined;
  return format === 'date' || format === 'date-time' ? format : undefined;
}

/** By less than zero where one value is before another; undefined where one of them is none. */
function compared(schema: Property['schema'], one: unknown, other: unknown): number | undefined {
  if (kindOf(schema) === 'number')
    return typeof one === 'number' && typeof other === 'number' ? Math.sign(one - other) : undefined;
  const [first, last] = [Date.parse(String(one)), Date.parse(String(other))];
  return Number.isNaN(first) || Number.isNaN(last) ? undefined : Math.sign(first - last);
}

/** A value so much after another, or before it, that its schema takes; undefined where there is none. */
export function movedBy({ schema }: Property, value: unknown, steps: number): unknown {
  const kind = kindOf(schema);
  const at = Date.parse(String(value));
  if (kind === undefined || (kind === 'number' ? typeof value !== 'number' : Number.isNaN(at))) return undefined;
  const moved =
    kind === 'number'
      ? Number(value) + steps * Number(keywordOf(schema, 'multipleOf') ?? 1)
      : kind === 'date'
        ? new Date(at + steps * DAY_MS).toISOString().slice(0, 10)
        : new Date(at + steps * HOUR_MS).toISOString();
  return fits(schema, 'request', moved) ? moved : undefined;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Whether two members are in the order that words ask for; one that is missing is in any. */
export function isInOrder({ first, last, isStrict }: MemberOrder, body: JsonRecord): boolean {
  const order = compared(first.schema, own(body, first.name), own(body, last.name));
  return order === undefined || order < 0 || (order === 0 && !isStrict);
}

/**
 * A body with its members in the order that words ask for.
 *
 * @param kept those that stay as they are
 */
export function inOrder(operation: Operation, body: JsonRecord, kept: JsonRecord = {}): JsonRecord {
  let whole = body;
  for (const order of memberOrdersOf(operation)) {
    const change = changesInto(order, whole).find((one) =>
      Object.keys(one).every((name) => own(kept, name) === undefined || own(kept, name) === own(one, name)),
    );
    if (change !== undefined) whole = { ...whole, ...change };
  }
  return whole;
}

/** What puts two members in order: another last one, another first one, or both swapped. None where they are in order. */
function changesInto(order: MemberOrder, body: JsonRecord): readonly JsonRecord[] {
  const { first, last } = order;
  if (isInOrder(order, body)) return [];
  const [early, late] = [own(body, first.name), own(body, last.name)];
  const changes = [
    { [last.name]: movedBy(last, early, 1) },
    { [first.name]: movedBy(first, late, -1) },
    { [first.name]: late, [last.name]: early },
  ];
  return changes.filter(
    (one) =>
      [first, last].every(
        ({ name, schema }) => own(one, name) === undefined || fits(schema, 'request', own(one, name)),
      ) &&
      Object.values(one).every((value) => value !== undefined) &&
      isInOrder(order, { ...body, ...one }),
  );
}
