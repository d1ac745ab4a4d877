import {
  keywordOf,
  type Operation,
  own,
  type Property,
  propertiesOf,
  type Resource,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { recordBodyOf } from '../../exchange/record-body';
import type { Subject } from '../../exchange/subject';
import { withNoun } from '../../records/marked';
import type { JsonRecord } from '../../records/records';
import { conditionOn, type OtherCondition } from '../../records/related/named-conditions';
import { needsOf } from '../../records/states/state-tables';
import { statesOf } from '../../records/states/states';
import { cataloguedIn, type Reference, referencesIn } from '../../requests/bodies/references';

/** A record that a body names, and the states in which words say that it has to be. */
export interface Needed {
  readonly reference: Reference;
  readonly property: string;
  readonly condition: OtherCondition;
}

export function neededBy(subject: Subject): readonly Needed[] {
  const named = [...referencesIn(subject), ...cataloguedIn(subject)];
  return named.flatMap((reference) => needed(reference, subject.operation));
}

function needed(reference: Reference, operation: Operation): readonly Needed[] {
  const { resource, described } = reference;
  return tellingOf(resource).flatMap((telling) => {
    const { property, values } = telling;
    const told = (text: string): string => turnedOff(text, telling);
    const condition = conditionOn(operation, described, values, (text) => withNoun(text, resource), told);
    return condition === undefined ? [] : [{ reference, property, condition }];
  });
}

/**
 * The same of what is done to a record: the records that it names, and the states in which words beside the operation say that these have
 * to be then. What a list below such words names is one of its reasons.
 */
export function neededByAct({ contract, operation }: Subject, owner: Resource): readonly Needed[] {
  const { create } = owner.operations;
  if (create === undefined) return [];
  const naming: Subject = { contract, operation: create, purpose: { resource: owner, role: 'create' } };
  const told = {
    ...operation,
    description: [withReasons(operation.description), ...needsOf(operation)].join('\n\n'),
  };
  // What its own body names is what its words are about: `a retired title is refused`, of a line that is added.
  const own = referencesIn({ contract, operation, purpose: undefined }).map(({ resource }) => resource);
  return referencesIn(naming)
    .filter(({ resource }) => !own.includes(resource))
    .flatMap((reference) => needed({ ...reference, described: '' }, told));
}

/** `These stand in the way, each as a 409:` and what is listed below it, as sentences that say so. */
const withReasons = (text: string): string =>
  text.replaceAll(/^([^\n]*)\n((?:\s*\n)?(?:\s*[-*] [^\n]*\n?)+)/gm, (all, intro: string, listed: string) =>
    /:\s*$/.test(intro) && /\b409\b|\b(?:refus|reject)\w+|\bin the way\b/i.test(intro)
      ? `${intro}\n${listed.replaceAll(/^\s*[-*] /gm, '* Refused if ')}`
      : all,
  );

interface Telling {
  readonly property: string;
  /** Its choices; of a flag its own name, for records of which it is true, and that with `not` before it. */
  readonly values: readonly string[];
  readonly isFlag: boolean;
}

/** The members of a record of which words may speak as of its state: that which its actions set, a choice or flags that clients set. */
export function tellingOf(resource: Resource): readonly Telling[] {
  const states = statesOf(resource);
  if (states !== undefined) return [{ ...states, isFlag: false }];
  const shown = propertiesOf(resource.schema);
  return [...settableIn(resource).values()].flatMap(({ name, schema }): readonly Telling[] => {
    if (!shown.has(name)) return [];
    const choices = (keywordOf(schema, 'enum') ?? []).filter((value) => typeof value === 'string');
    if (choices.length > 1) return NAMES.test(name) ? [{ property: name, values: choices, isFlag: false }] : [];
    const flag = flagIn(name);
    return typesOf(schema)
      .filter((type) => type !== 'null')
      .join() === 'boolean'
      ? [{ property: name, values: [flag, `not ${flag}`], isFlag: true }]
      : [];
  });
}

/** What clients set of a record when they make it, or change it; all of one that they only see. */
function settableIn(resource: Resource): ReadonlyMap<string, Property> {
  if (ROLES.every((role) => resource.operations[role] === undefined)) return propertiesOf(resource.schema);
  const bodies = ROLES.flatMap((role) => {
    const operation = resource.operations[role];
    return operation === undefined ? [] : (recordBodyOf({ operation, purpose: { resource, role } }) ?? []);
  });
  const all = bodies.flatMap(({ schema }) => [...propertiesOf(schema).values()]).filter(({ readOnly }) => !readOnly);
  return new Map(all.toReversed().map((one) => [one.name, one]));
}

const ROLES = ['create', 'patch'] as const;

/** The flag by which its name tells what is so of a record: `is_active`. */
const flagIn = (name: string): string => name.replace(/^is_?(?=[A-Z_])/i, '').replace(/^_/, '');

/** `Inactive` and `disabled` as they say it of a flag that is off. */
function turnedOff(text: string, { values: [flag = ''], isFlag }: Telling): string {
  if (!isFlag) return text;
  const [words, rest] = [wordsOf(flag).join(' '), wordsOf(flag).join(' ').replace(/^en/, '')];
  const form = new RegExp(`(?<![\\p{L}-])(?:(?:in|un|non-?)${words}|dis${rest})(?![\\p{L}-])`, 'giu');
  return text.replaceAll(form, `not ${words}`);
}

const NAMES = /stat(?:e|us)$|^(?:stage|phase)$/i;

/** The state of a record: a choice, or a flag by its words. */
export function stateOfNamed({ property }: Pick<Needed, 'property'>, record: JsonRecord): string | undefined {
  const value = own(record, property);
  if (typeof value === 'boolean') return value ? flagIn(property) : `not ${flagIn(property)}`;
  return typeof value === 'string' ? value : undefined;
}
