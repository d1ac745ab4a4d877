import {
  essence,
  formsOf as formsOfWord,
  isObject,
  itemsOf,
  keywordOf,
  type Operation,
  own,
  type Property,
  plain,
  propertiesOf,
  type Resource,
  sentencesIn,
  successOf,
  templateNames,
  typesOf,
  validatorOf,
  wordsOf,
} from '../../../openapi/contract';
import { isHidden } from '../../exchange/keys/secrets';
import { bodyOf, type Subject } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import type { States } from '../../records/states/states';
import type { Asked } from './result-asked';
import { saidOf } from './result-rows';
import { isCalledAs, resultOf } from './results';

/** The bodies that ask for each form of a result, by the member and the choices that are called as the types of its reply are. */
export function formsOf({ contract, operation }: Subject, resource: Resource, states: States): readonly JsonRecord[] {
  const result = resultOf({ contract }, resource, states);
  const types = (result && successOf(result)?.reply.content.map(({ type }) => essence(type))) ?? [];
  const members = [...propertiesOf(bodyOf(operation)?.schema ?? {}).values()];
  const [forms = []] = members.flatMap(({ name, readOnly, schema }) => {
    const choices = (keywordOf(schema, 'enum') ?? []).filter((one) => types.some((type) => isCalledAs(one, type)));
    return readOnly || choices.length < 2
      ? []
      : [choices.toSorted((one) => (one === 'json' ? -1 : 0)).map((one) => ({ [name]: one }))];
  });
  const about = members.find(
    ({ name, required, schema }) =>
      required && !Object.hasOwn(forms[0] ?? {}, name) && keywordOf(schema, 'enum') !== undefined,
  );
  const choiceWith = (has: (one: Property) => boolean) => aboutWith({ contract, operation }, about, has);
  const quoted = result && QUOTES.test(saidOf(result)) ? choiceWith(isQuotable(result)) : {};
  const isQuoted = (form: JsonRecord): boolean => Object.values(form).includes('csv') && Object.keys(quoted).length > 0;
  const chosen = forms.slice(0, MOST_FORMS);
  const secret = choiceWith(({ schema }) => isHidden(schema));
  return chosen.length === 0
    ? [quoted]
    : chosen.map((one, nth) =>
        isQuoted(one) ? { ...one, ...quoted } : nth > 0 || chosen.some(isQuoted) ? { ...one, ...secret } : one,
      );
}

const MOST_FORMS = 2;
/** `Values with a comma are put in double quotes` */
const QUOTES = /\bquot(?:es?|ed|ing|ation)\b|\bRFC ?4180\b/i;

/** Any text of a record that words beside a result name as what it shows. */
const isQuotable =
  (result: Operation) =>
  ({ name, schema, readOnly }: Property): boolean =>
    !readOnly &&
    typesOf(schema).includes('string') &&
    ['enum', 'const', 'format', 'pattern'].every((keyword) => !Object.hasOwn(schema, keyword)) &&
    Number(schema.maxLength ?? TO_QUOTE.length) >= TO_QUOTE.length &&
    new RegExp(`(?<![\\w-])${name.replaceAll(/\W/g, '.')}(?![\\w-])`).test(saidOf(result));

/** What has to be in quotes in a table (RFC 4180 §2). */
const TO_QUOTE = 'Bo, "B", Ltd';

/** A record of which a table shows a text that has to be in quotes, where words speak of them. */
export function quotedIn(result: Operation, { operations: { create } }: Resource): JsonRecord | undefined {
  const members = QUOTES.test(saidOf(result))
    ? [...propertiesOf((create && bodyOf(create)?.schema) ?? {}).values()]
    : [];
  const found = members.find(isQuotable(result));
  return found && { [found.name]: TO_QUOTE };
}

/** What a job may be about beside what the first one is: of several kinds one whose records are made with such a member. */
function aboutWith(
  { contract, operation }: Pick<Subject, 'contract' | 'operation'>,
  about: Property | undefined,
  has: (one: Property) => boolean,
): JsonRecord {
  const isMadeSo = (choice: unknown): boolean =>
    contract.resources.some(
      ({ name, operations: { create } }) =>
        create !== undefined &&
        create !== operation &&
        formsOfName(name).includes(plain(String(choice))) &&
        [...propertiesOf(bodyOf(create)?.schema ?? {}).values()].some(has),
    );
  const chosen = (about && keywordOf(about.schema, 'enum'))?.find(isMadeSo);
  return about === undefined || chosen === undefined ? {} : { [about.name]: chosen };
}

const formsOfName = (name: string): readonly string[] => formsOfWord(name.split('/').at(-1) ?? '');

/** The resource of whose records a job makes rows, by what its body asks for: `{"kind": "orders"}`. */
export function aboutOf({ contract }: Pick<Subject, 'contract'>, body: unknown): Resource | undefined {
  const named = isObject(body)
    ? Object.values(body)
        .filter((one) => typeof one === 'string')
        .map(plain)
    : [];
  const all = contract.resources.filter(({ name }) => formsOfName(name).some((form) => named.includes(form)));
  // Lists below a record show some of what one at the top has.
  const atTop = all.filter(({ collectionPath }) => templateNames(collectionPath).length === 0);
  const [about, ...more] = atTop.length > 0 ? atTop : all;
  return more.length === 0 ? about : undefined;
}

/** A body that asks for less, and for what. */
export interface Narrow extends Pick<Asked, 'isEmpty' | 'only'> {
  readonly body: JsonRecord;
}

/**
 * The bodies that ask for less than all, by members of which words say so: from a time to come on, up to one long ago, with one value alone.
 *
 * @param made the records that it may be about
 * @param unused by the name of a member the id of a record that none of those refers to
 */
export function narrowForms(
  subject: Pick<Subject, 'operation' | 'contract'>,
  about: Resource | undefined,
  made: readonly JsonRecord[],
  unused: ReadonlyMap<string, unknown>,
): readonly Narrow[] {
  const members = [...propertiesOf(bodyOf(subject.operation)?.schema ?? {}).values()].filter(
    ({ readOnly }) => !readOnly,
  );
  const within = members.flatMap(({ name, schema }) =>
    NARROWS.test(plain(name)) || NARROWS.test(String(schema.description ?? ''))
      ? [...propertiesOf(schema).values()].map((one) => ({ ...one, outer: name }))
      : [],
  );
  const all = [...members.map((one) => ({ ...one, outer: undefined })), ...within];
  return all
    .flatMap(({ outer, ...one }): readonly Narrow[] => {
      const inner = narrowedBy(subject.operation, one, outer !== undefined, { about, made, unused });
      return inner.map(({ value, ...rest }) => ({
        ...rest,
        body: outer === undefined ? { [one.name]: value } : { [outer]: { [one.name]: value } },
      }));
    })
    .slice(0, MOST_NARROW);
}

const MOST_NARROW = 4;
const NARROWS =
  /^(?:filters?|criteria|range|period|where|between|window)$|\b(?:restricts?|narrows?|limits?|filters?)\b/i;

/** What a body asks for anyway, where that is one value of a member: `{filters: {status: 'open'}}`; undefined where it asks for none, or for more. */
export function onlyAsked(sent: JsonRecord, about: Resource | undefined): Asked['only'] {
  const within = Object.entries(sent).flatMap(([name, value]) =>
    NARROWS.test(plain(name)) && isObject(value) ? Object.entries(value) : [],
  );
  const [asked, ...more] = within;
  const isOne = asked !== undefined && more.length === 0 && ['string', 'number'].includes(typeof asked[1]);
  return isOne && propertiesOf(about?.schema ?? {}).has(asked[0]) ? asked : undefined;
}

function narrowedBy(
  operation: Operation,
  { name, schema }: Property,
  isWithin: boolean,
  {
    about,
    made,
    unused,
  }: {
    readonly about: Resource | undefined;
    readonly made: readonly JsonRecord[];
    readonly unused: ReadonlyMap<string, unknown>;
  },
): readonly (Pick<Narrow, 'isEmpty' | 'only'> & { readonly value: unknown })[] {
  const described = String(keywordOf(schema, 'description') ?? '');
  const around = sentencesIn(operation.description).filter((text) => text.includes(`\`${name}\``));
  const isTaken = (value: unknown): boolean => validatorOf(schema, 'request')(value) === undefined;
  if (keywordOf(schema, 'format') === 'date-time') {
    const inRange = sentencesIn(operation.description).some((text) => ONLY.test(text) && RANGE.test(text));
    const isSaid = isWithin || inRange || ONLY.test(described) || around.some((text) => ONLY.test(text));
    const isFrom = SINCE.test(described) || (isSaid && wordsOf(name).some((word) => FROM.test(word)));
    const isTo = UNTIL.test(described) || (isSaid && wordsOf(name).some((word) => TO.test(word)));
    const value = isFrom === isTo ? undefined : isFrom ? LATE : EARLY;
    return value !== undefined && isTaken(value) ? [{ value, isEmpty: true, only: undefined }] : [];
  }
  const isSaid = isWithin || /^\W*only\b/i.test(described);
  if (!isSaid || about === undefined || !propertiesOf(about.schema).has(name)) return [];
  // Of what is new there is nothing yet, whichever of the others are told apart.
  if (unused.has(name)) {
    const id = unused.get(name);
    const none = itemsOf(schema) === undefined ? id : [id];
    return isTaken(none) ? [{ value: none, isEmpty: true, only: undefined }] : [];
  }
  const shown = made.map((record) => own(record, name)).findLast((one) => ['string', 'number'].includes(typeof one));
  const value = itemsOf(schema) === undefined ? shown : [shown];
  return shown !== undefined && isTaken(value) ? [{ value, isEmpty: false, only: [name, shown] }] : [];
}

const ONLY =
  /\b(?:only|within|between|inclusive|exclusive|included|not included|excluded|restricts?|created|made|placed|on or after|at or after|leaves? out)\b/i;
/** `Those within the optional range of created_at only` */
const RANGE = /\b(?:range|period|interval|window)\b/i;
const FROM = /^(?:from|since|after|start|begin|gte|gt)$/i;
const TO = /^(?:to|until|till|before|end|lte|lt)$/i;
/** `Only records created at or after this instant`, `leaves out what was placed before it`. */
const SINCE =
  /\bonly\b[^.;]{0,40}\b(?:created|made|placed|added|recorded|entered|issued|registered|changed|updated)\b[^.;]{0,20}\b(?:at or after|on or after|after|since|from|no earlier than|not before|later than|or later)\b|\b(?:leaves? out|without|omits?|excludes?|skips?)\b[^.;]{0,40}\b(?:created|made|placed|added|recorded|entered|issued|registered|changed|updated) (?:before|earlier than)\b/i;
/** `Only records created before this time`. */
const UNTIL =
  /\bonly\b[^.;]{0,40}\b(?:created|made|placed|added|recorded|entered|issued|registered|changed|updated)\b[^.;]{0,20}\b(?:at or before|on or before|before|until|up to|no later than|not after|earlier than|or earlier)\b/i;
const LATE = '2999-01-01T00:00:00Z';
const EARLY = '1990-01-01T00:00:00Z';
