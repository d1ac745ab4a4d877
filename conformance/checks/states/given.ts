import {
  isObject,
  keywordOf,
  type Operation,
  own,
  type Property,
  propertiesOf,
  type Resource,
  type Schema,
  successOf,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { bodyMembers } from '../../exchange/subject';
import { innerOf, isPartOfRecord, ownName, valueIn } from '../../records/inner';
import { sentencesOf } from '../../records/marked';
import type { JsonRecord } from '../../records/records';
import { isDoneBy } from '../../records/states/action-words';
import { isSameValue } from '../../rules/relations/same-value';
import { brief } from '../../verdict/brief';

/** What is wrong with a member of a record of which words say that it is what an action was sent: "the reason given", "the address of the body". */
export function notAsGiven(operation: Operation, resource: Resource, sent: JsonRecord, record: JsonRecord) {
  const told = [operation.summary, operation.description, successOf(operation)?.reply.description ?? ''].flatMap(
    sentencesOf,
  );
  for (const { name, schema, writeOnly } of propertiesOf(resource.schema).values()) {
    const described = sentencesOf(String(schema.description ?? ''));
    const spelled = spelling(name);
    const about = told.filter((text) => new RegExp(spelled, 'iu').test(text));
    const given = Object.entries(sent).find(([member]) => {
      const form = spelling(member);
      const asGiven = new RegExp(`(?:^|\\bis (?:then )?)(?:the )?${form} (?:that (?:was|is) |as )?${GIVEN}`, 'iu');
      return (
        described.some((text) => asGiven.test(text.trim())) ||
        about.some((text) =>
          new RegExp(`${spelled} is (?:then )?(?:the )?${form} (?:that (?:was|is) |as )?${GIVEN}`, 'iu').test(text),
        )
      );
    })?.[1];
    const ofBody = about.some((text) => new RegExp(`\\bthe ${spelled} ${OF_BODY}`, 'iu').test(text))
      ? (own(sent, name) ?? wholeAs(schema, sent))
      : undefined;
    const wanted = given ?? ofBody;
    const shown = own(record, name);
    if (writeOnly || wanted === undefined || wanted === null || isPart(schema, wanted, shown)) continue;
    return {
      expected: `${name}: ${brief(wanted)}, as it was given`,
      actual: `${name}: ${brief(shown)}`,
      key: `${name} otherwise`,
    };
  }
  return undefined;
}

/** A member of which words say that the action sets it, and that is empty then: `sets `cancelled_at` and `cancel_reason``, `voidedAt set`. */
export function notSet(operation: Operation, { schema }: Resource, sent: JsonRecord, record: JsonRecord) {
  const [shown, taken] = [propertiesOf(schema), bodyMembers(operation)];
  const told = [operation.summary, operation.description, successOf(operation)?.reply.description ?? '']
    .flatMap(sentencesOf)
    .filter((text) => !PERHAPS_SET.test(text))
    .flatMap((text) => [...text.matchAll(SETS)].flatMap(([found]) => found.match(/\w+/g) ?? []));
  const lacking = told.find(
    (name) =>
      shown.get(name)?.writeOnly === false &&
      (!taken.has(name) || (own(sent, name) ?? null) !== null) &&
      (own(record, name) ?? null) === null,
  );
  return lacking === undefined
    ? undefined
    : { expected: `${lacking}: a value, as ${operation.id} sets it`, actual: 'nothing', key: `${lacking} not set` };
}

const SETS =
  /\bsets? `\w+`(?:(?:,? and |, )`\w+`)*|`?\w+`?(?:(?:,? and |, )`?\w+`?)* (?:(?:is|are) )?set(?=\W*$|[,.;])/gi;
const PERHAPS_SET =
  /\b(?:if|when|unless|where|may|might|can|once|optional\w*|not|never|no longer|null|empty|blank|clear\w*|back)\b/i;

/**
 * What is wrong with members of a record that were empty before an action, and by their names alone hold what it was sent: a member of
 * the same name (`reason`), one that is called by the deed as well (`cancellation_reason`), an object of all that was sent (`shipment`);
 * a figure that was nothing (`captured_amount`).
 */
export function notKept(
  operation: Operation,
  resource: Resource,
  sent: JsonRecord,
  before: JsonRecord,
  after: JsonRecord,
) {
  const shown = [...propertiesOf(resource.schema).values()].filter(({ writeOnly }) => !writeOnly);
  const isSaid = ({ name }: Property): boolean =>
    [operation.summary, operation.description].some((text) => new RegExp(spelling(name), 'iu').test(text));
  const isKeptIn = ({ name }: Property): boolean =>
    new RegExp(`${KEEPS}[^.;]{0,80}\\b(?:in|into|on)\\s+(?:the |its )?${spelling(name)}`, 'iu').test(
      operation.description,
    );
  // `Stores the tracking number in `shipping``: a member of that object.
  const within = shown.filter((one) => isPartOfRecord(one.schema) && isKeptIn(one)).flatMap(innerOf);
  const properties = [...shown, ...within].filter(({ name }) => (valueIn(before, name) ?? null) === null);
  const names = Object.keys(sent);
  const objects = properties.filter(({ schema }) => {
    const inner = propertiesOf(schema);
    return names.length > 0 && names.every((name) => inner.get(name)?.writeOnly === false);
  });
  const [whole, other] = names.length > 1 ? objects : objects.filter(isSaid);
  const wanted: (readonly [Property, unknown])[] = whole !== undefined && other === undefined ? [[whole, sent]] : [];
  for (const property of properties)
    for (const [name, value] of Object.entries(sent))
      if (
        isPlainText(property.schema) &&
        typeof value === 'string' &&
        isCalled(ownName(property.name), name, operation)
      )
        wanted.push([property, value]);
  // What is more than there is would else be cut, and what takes its time is nothing yet.
  const besideMembers = [...bodyMembers(operation).values()].map(({ schema }) => String(schema.description ?? ''));
  const isExact = [operation.description, ...besideMembers].some((text) => IN_PART.test(text));
  for (const property of shown.filter(({ name }) => isExact && own(before, name) === 0 && own(after, name) !== 0))
    for (const [name, value] of Object.entries(sent))
      if (typeof value === 'number' && isDeedOf(property.name, name, operation)) wanted.push([property, value]);
  for (const [{ name, schema }, value] of wanted) {
    const kept = valueIn(after, name);
    if (isPart(schema, value, kept)) continue;
    return {
      expected: `${name}: ${brief(value)}, as it was sent`,
      actual: `${name}: ${brief(kept ?? null)}`,
      key: (kept ?? null) === null ? `${name} lost` : `${name} otherwise`,
    };
  }
  return undefined;
}

/** Whether a member is called as one that was sent, or so with the deed before it: `cancellation_reason` for the `reason` of `cancel`. */
function isCalled(name: string, sent: string, { path }: Operation): boolean {
  const [words, last] = [wordsOf(name), wordsOf(sent)];
  if (words.join() === last.join()) return true;
  const [deed = ''] = wordsOf(path.slice(path.lastIndexOf('/')));
  const [first = ''] = words;
  const rest = words.slice(1).join();
  const stem = deed.slice(0, Math.max(4, deed.length - 2));
  return deed.length > 3 && rest === last.join() && first.startsWith(stem);
}

/** `Wholly or in part`, `more than is open is refused`. */
const IN_PART = /\bin part\b|\bpartial\w*|\bpart of\b|\b(?:more than|above|exceed\w*|greater than|at most)\b/i;

/** Whether a member is called as what the deed has done with what was sent: `captured_amount`, `amountCaptured` for the `amount` of `capture`. */
function isDeedOf(name: string, sent: string, { path }: Operation): boolean {
  const words = wordsOf(name);
  const done = words.findIndex((word) => isDoneBy(wordsOf(path.slice(path.lastIndexOf('/'))), [word]));
  return done >= 0 && words.toSpliced(done, 1).join() === wordsOf(sent).join();
}

const isPlainText = (schema: Schema): boolean =>
  typesOf(schema).includes('string') && keywordOf(schema, 'format') === undefined;

const KEEPS = '(?<!\\b(?:not|never|n.t) )\\b(?:stores?|keeps?|saves?|records?|sets?|writes?|puts?|copies)\\b';
const GIVEN = '(?:given|sent|passed|provided|supplied|stated)\\b';
const OF_BODY = '(?:of|in|from) the (?:body|request)\\b';

const spelling = (name: string): string =>
  `(?<![\\p{L}\\p{N}_])[\`'"]?${wordsOf(name).join('[ _-]?')}[\`'"]?(?![\\p{L}\\p{N}_])`;

/** A body whose members are all those of a member. */
const wholeAs = (schema: Parameters<typeof propertiesOf>[0], sent: JsonRecord): JsonRecord | undefined => {
  const properties = propertiesOf(schema);
  return properties.size > 0 && Object.keys(sent).every((member) => properties.has(member)) ? sent : undefined;
};

/** Whether what is shown has all that was given: a server may add to an object. */
function isPart(schema: Parameters<typeof propertiesOf>[0], wanted: unknown, shown: unknown): boolean {
  if (!isObject(wanted)) return isSameValue(schema, wanted, shown ?? null);
  const properties = propertiesOf(schema);
  return (
    isObject(shown) &&
    Object.entries(wanted).every(
      ([name, value]) =>
        properties.get(name)?.writeOnly === true || isPart(properties.get(name)?.schema ?? {}, value, own(shown, name)),
    )
  );
}
