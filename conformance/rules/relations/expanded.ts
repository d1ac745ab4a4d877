/** What replies put into records, in the place of what else only names it. */
import {
  fits,
  formsOf,
  isObject,
  itemsOf,
  keywordOf,
  memoized,
  type Operation,
  own,
  type Parameter,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  type Steps,
  schemaAt,
  sentencesAround,
  successOf,
  typesOf,
} from '../../../openapi/contract';
import {
  EXPANDS,
  SAYS_ELSE_ABSENT,
  SAYS_EXPANDS,
  SAYS_NOT_NAMED,
  SAYS_NULL_SHOWN,
  SURELY_EXPANDS,
} from '../../records/lists/list-words';
import { idOf, type JsonRecord, keyOf, recordOf } from '../../records/records';
import { brief } from '../../verdict/brief';
import type { Breach } from '../../verdict/verdict';
import type { Relation } from '../rule';

/** A parameter that puts whole records in the place of what else only names them. */
interface Expansion {
  readonly parameter: Parameter;
  readonly parts: readonly Part[];
}

/** What may be put into a record, as the parameter names it. */
export interface Part {
  readonly name: string;
  /** The properties that lead to it: of an array, each of its items is gone through. */
  readonly steps: Steps;
  /** Whether it is an array of whole records. */
  readonly isMany: boolean;
  readonly isNullable: boolean;
  /** Whether words say that it is null, and not left out, where there is no such record. */
  readonly isNullTold: boolean;
  readonly description: string;
  /** Whether it is only there when it is asked for. */
  readonly isElseAbsent: boolean;
}

/** The one of an operation that shows records, if it has any. */
const expansionOf = memoized((operation: Operation) =>
  memoized((record: Schema): Expansion | undefined => {
    for (const parameter of operation.parameters) {
      const { name, description, schema } = parameter;
      if (parameter.in !== 'query' || !EXPANDS.has(plain(name))) continue;
      const said = [description, ...sentencesAround(operation, [name])];
      if (!SURELY_EXPANDS.test(plain(name)) && !said.some((text) => SAYS_EXPANDS.test(text))) continue;
      const ofRelations = sentencesAround(operation).filter((text) => OF_RELATIONS.test(text));
      const isNullTold = [...said, ...ofRelations].some((text) => SAYS_NULL_SHOWN.test(text));
      const choices = keywordOf(schema, 'enum') ?? keywordOf(itemsOf(schema) ?? {}, 'enum');
      const parts =
        choices === undefined
          ? [...new Set(description.match(/[A-Za-z_]\w*(?:\.\w+)*/g))].flatMap((one) => {
              const part = partNamed(parameter, record, one);
              // A word of a sentence is meant where the record has both forms.
              return part !== undefined && isNamedBeside(record, part) ? [part] : [];
            })
          : choices.flatMap((one) => (typeof one === 'string' ? (partNamed(parameter, record, one) ?? []) : []));
      if (parts.length > 0)
        return { parameter, parts: parts.map((one) => ({ ...one, isNullTold: one.isNullable && isNullTold })) };
    }
    return undefined;
  }),
);

const OF_RELATIONS = /\b(?:relations?|related|relationships?|expan(?:d|sion)\w*|embed\w*|brought (?:in|along))\b/i;

/** A part as far as its own schema tells it. */
type OwnPart = Omit<Part, 'isNullTold'>;

function partNamed({ name: by, description }: Parameter, record: Schema, name: string): OwnPart | undefined {
  const steps = name.split('.');
  const holder = holderOf(record, steps);
  const { schema, required } = propertiesOf(holder).get(steps.at(-1) ?? '') ?? {};
  const items = itemsOf(schema);
  if (schema === undefined || !typesOf(items ?? schema).includes('object')) return undefined;
  const said = String(schema.description ?? '');
  return {
    name,
    steps,
    isMany: items !== undefined,
    isNullable: typesOf(schema).includes('null'),
    description: said,
    isElseAbsent:
      required !== true &&
      (SAYS_ELSE_ABSENT.test(description) ||
        SAYS_NOT_NAMED.test(description) ||
        (SAYS_ELSE_ABSENT.test(said) && said.includes(by))),
  };
}

/** The object that has the member to be expanded. */
const holderOf = (record: Schema, steps: Steps): Schema =>
  steps.slice(0, -1).reduce((schema: Schema, step) => {
    const next = propertiesOf(schema).get(step)?.schema;
    return itemsOf(next) ?? next ?? {};
  }, record);

const isNamedBeside = (record: Schema, { steps, isMany }: OwnPart): boolean =>
  !isMany && [...propertiesOf(holderOf(record, steps)).keys()].some((one) => isIdOf(one, steps.at(-1) ?? ''));

/** Where the document shows the records of an operation. */
function recordSchemaOf(operation: Operation, resource: Resource, role: 'list' | 'read'): Schema {
  const body = successOf(operation)?.reply.content[0]?.schema ?? {};
  const at = schemaAt(body, resource.shown[role] ?? []);
  return (role === 'list' ? itemsOf(at) : at) ?? resource.schema;
}

export const expansionIn = (operation: Operation, resource: Resource, role: string): Expansion | undefined =>
  role === 'list' || role === 'read' ? expansionOf(operation)(recordSchemaOf(operation, resource, role)) : undefined;

/** The members that a record may lack, and that a parameter of its reads names among its choices: they are there when they are asked for. */
export const broughtAlong: (resource: Resource) => ReadonlySet<string> = memoized(
  ({ schema, operations }: Resource) => {
    const { read, list } = operations;
    const choices = [read, list].flatMap((one) =>
      (one?.parameters ?? []).flatMap((parameter) => {
        const items = itemsOf(parameter.schema) ?? parameter.schema;
        return parameter.in === 'query' ? (keywordOf(items, 'enum') ?? []) : [];
      }),
    );
    const optional = [...propertiesOf(schema).values()].filter(({ required }) => !required);
    return new Set(optional.flatMap(({ name }) => (choices.includes(name) ? [name] : [])));
  },
);

/** The query that asks for these by one value, where it takes so many. */
export function queryFor({ parameter: { name, schema } }: Expansion, parts: readonly Part[]): JsonRecord | undefined {
  const names = parts.map((one) => one.name);
  const value = [names, names.join(',')].find((one) => fits(schema, 'request', one));
  return value === undefined ? undefined : { [name]: value };
}

/** The query that asks a list or a read for all that may be expanded; else for the first of it. */
export function expansionQuery(operation: Operation, resource: Resource, role: 'list' | 'read'): JsonRecord {
  const expansion = expansionIn(operation, resource, role);
  if (expansion === undefined) return {};
  return queryFor(expansion, expansion.parts) ?? queryFor(expansion, expansion.parts.slice(0, 1)) ?? {};
}

/** What a query asks to be put into records is there, and nothing else of that kind. */
export const expanded: Relation = {
  id: 'records.expanded',
  title: 'What is asked to be expanded is in the reply',
  level: 'MUST',
  reportedFor: 'exchanged',
  applies: ({ purpose, operation }) =>
    purpose !== undefined && expansionIn(operation, purpose.resource, purpose.role) !== undefined,
  clause: ({ purpose, operation }) => ({
    sentence: 'The parameter puts whole records into the reply.',
    pointer:
      (purpose && expansionIn(operation, purpose.resource, purpose.role)?.parameter.pointer) ?? operation.pointer,
  }),
  judge: ({ exchange, purpose: { resource, role }, query, listing }) => {
    const expansion = expansionIn(exchange.request.operation, resource, role);
    if (expansion === undefined || !query.isLawful || (exchange.response?.status ?? 500) >= 300) return undefined;
    const { parameter, parts } = expansion;
    const one = role === 'read' ? recordOf(exchange, resource) : undefined;
    const records = listing?.isCut === false ? listing.records : one === undefined ? [] : [one];
    if (records.length === 0) return undefined;
    const asked = [query.values.get(parameter.name) ?? []].flat().flatMap((value) => String(value).split(','));
    // What is asked for may bring what lies above it.
    const isAsked = ({ name }: Part): boolean => asked.some((value) => value === name || value.startsWith(`${name}.`));
    for (const part of parts) {
      const breach = asked.includes(part.name)
        ? part.isMany
          ? othersIn(records, part, resource)
          : (unexpandedIn(records, part) ?? (part.isNullTold ? leftOutIn(records, part) : undefined))
        : // A cursor may stand for all that the first page was asked for.
          part.isElseAbsent && !isAsked(part) && listing?.isFirstPage !== false
          ? uncalledIn(records, part)
          : undefined;
      if (breach !== undefined) return [breach];
    }
    return [];
  },
};

/** The objects of a record that have the member to be expanded. */
function holdersIn(record: JsonRecord, steps: Steps): readonly JsonRecord[] {
  const [step, ...inner] = steps;
  if (step === undefined || inner.length === 0) return [record];
  return [own(record, step)]
    .flat()
    .filter(isObject)
    .flatMap((one) => holdersIn(one, inner));
}

const isIdOf = (name: string, member: string): boolean => plain(name) === `${plain(member)}id`;

/** The id of the record that a member is to be expanded to: `owner_id` beside `owner`, or the member itself as long as it is none. */
function referenceTo(holder: JsonRecord, name: string): unknown {
  const found = Object.keys(holder).find((one) => isIdOf(one, name));
  const value = own(holder, found ?? name);
  return isObject(value) ? undefined : value;
}

/** One may name a record that is gone; none of all is expanded only where nothing is. */
function unexpandedIn(records: readonly JsonRecord[], { name, steps, isNullable }: Part): Breach | undefined {
  const member = steps.at(-1) ?? name;
  const isGone = (holder: JsonRecord): boolean => isNullable && own(holder, member) === null;
  const naming = records
    .flatMap((record) => holdersIn(record, steps))
    .map((holder) => ({ holder, id: referenceTo(holder, member), whole: own(holder, member) }))
    .filter(({ holder, id }) => (id ?? null) !== null && !isGone(holder));
  const wrong = naming.find(({ id, whole }) => {
    const shown = isObject(whole) ? own(whole, 'id') : undefined;
    return shown !== undefined && keyOf(shown) !== keyOf(id);
  });
  if (wrong !== undefined)
    return {
      expected: `${name}: the record ${brief(wrong.id)}`,
      actual: `${name}: ${brief(wrong.whole)}`,
      key: `${name} is another`,
      topic: { member },
    };
  const shown = new Set(naming.flatMap(({ id, whole }) => (isObject(whole) ? [keyOf(id)] : [])));
  const lacking = naming.find(({ id, whole }) => !isObject(whole) && (shown.size === 0 || shown.has(keyOf(id))));
  if (lacking === undefined) return undefined;
  return {
    expected: `${name}: the whole record, as it was asked for`,
    actual: `${name}: ${brief(lacking.whole)}`,
    key: `${name} is not expanded`,
    topic: { member },
  };
}

/** The id of a record that is not there stands for none: words say that the member is null beside it. */
function leftOutIn(records: readonly JsonRecord[], { name, steps }: Part): Breach | undefined {
  const member = steps.at(-1) ?? name;
  const isLeftOut = (holder: JsonRecord): boolean =>
    own(holder, member) === undefined && Object.keys(holder).some((one) => isIdOf(one, member) && holder[one] === null);
  return records.flatMap((record) => holdersIn(record, steps)).some(isLeftOut)
    ? {
        expected: `${name}: null, as words say where there is no such record`,
        actual: 'none',
        key: `${name} left out`,
        topic: { member },
      }
    : undefined;
}

/** What is put into a record names another one as that to which it belongs. */
function othersIn(records: readonly JsonRecord[], { name, steps }: Part, resource: Resource): Breach | undefined {
  if (steps.length > 1) return undefined;
  const names = formsOf(resource.name).map((form) => `${form}id`);
  for (const record of records) {
    const items = [own(record, name)].flat().filter(isObject);
    for (const item of items) {
      const [member, id] = Object.entries(item).find(([one]) => names.includes(plain(one))) ?? [];
      if (member === undefined || (id ?? null) === null || keyOf(id) === keyOf(idOf(record, resource))) continue;
      return {
        expected: `${name}: such whose ${member} is ${brief(idOf(record, resource))}`,
        actual: `${name}: one whose ${member} is ${brief(id)}`,
        key: `${name} of others`,
        topic: { member: name },
      };
    }
  }
  return undefined;
}

function uncalledIn(records: readonly JsonRecord[], { name, steps }: Part): Breach | undefined {
  const member = steps.at(-1) ?? name;
  const found = records
    .flatMap((record) => holdersIn(record, steps))
    .map((holder) => own(holder, member))
    .find((value) => isObject(value) || Array.isArray(value));
  return found === undefined
    ? undefined
    : {
        expected: `no ${name}, since nobody has asked for it`,
        actual: `${name}: ${brief(found)}`,
        key: `${name} unasked`,
        topic: { member },
      };
}
