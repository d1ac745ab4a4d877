import {
  itemsOf,
  type Operation,
  type Property,
  propertiesOf,
  type Resource,
  sentencesAround,
  sentencesIn,
  wordsOf,
} from '../../openapi/contract';
import { quoted, withNoun } from './marked';
import { statesOf } from './states';

/** A member that a record has taken over from another one, which it names. */
export interface Copy {
  /** The list of the record in whose items it is; undefined where it is the record's own. */
  readonly list: string | undefined;
  readonly name: string;
  /** The state in which the record has it from then on; undefined: since it is made. */
  readonly state: string | undefined;
}

/**
 * What words say that a record has copied from the one that it names: `The product's price when the line was written`, `A later change of
 * the room's rate does not touch bookings`. By words beside the member; or by those around that call both the member and the other record.
 *
 * @param list that of the record in whose items the other one is named
 * @param change what changes the other record
 */
export function copiesOf(
  record: Resource,
  source: Resource,
  list: string | undefined,
  change: Operation,
): readonly Copy[] {
  const own = propertiesOf(record.schema);
  const members = list === undefined ? own : propertiesOf(itemsOf(own.get(list)?.schema ?? {}) ?? {});
  const { create, read } = record.operations;
  const values = statesOf(record)?.values ?? [];
  const marked = (text: string): string => withNoun(quoted(text, values), source);
  const around = [create, read, change].flatMap((one) =>
    one === undefined ? [] : [...sentencesIn(`${one.summary}. ${one.description}`), ...sentencesAround(one)],
  );
  return [...members.values()].flatMap((property): readonly Copy[] => {
    const beside = marked(String(property.schema.description ?? ''));
    const called = around.filter((text) => isCalled(text, property)).map(marked);
    const said = isCopied(beside) ? beside : called.find((text) => text.includes('‹›') && isCopied(text));
    const state = said?.match(WHEN_IN_STATE)?.groups?.state;
    return said === undefined || HEDGED.test(said) ? [] : [{ list, name: property.name, state }];
  });
}

/** Whether a sentence calls a member, by its name or the last word of that: `unit_price` is the price. */
function isCalled(text: string, { name }: Property): boolean {
  const last = (wordsOf(name).at(-1) ?? '').replace(/^(?:amount|cents|minor)$/, 'price');
  return (
    text.includes(`\`${name}\``) || (last.length > 2 && new RegExp(`(?<![\\w-])${last}s?(?![\\w-])`, 'i').test(text))
  );
}

const isCopied = (text: string): boolean => COPIED.some((form) => form.test(text));

const COPIED: readonly RegExp[] = [
  /\b(?:copied|taken(?: over)?|captured|frozen|snapshot(?:ted)?|a (?:copy|snapshot))\b[^.;]{0,40}\b(?:from|of)\b[^.;‹]{0,12}‹›/i,
  /‹›['’]s?[^.;‹]{0,30}\b(?:at (?:the|that|this) (?:time|moment|point)|of the moment|(?:when|as|on the day|the moment|the day) (?:the|it|this|that|an?)\b[^.;]{0,30}\b(?:was|were|is|are))\b/i,
  /\b(?:later|subsequent|further|future|new(?:er)?)\b[^.;]{0,60}\b(?:(?:do(?:es)? not|don['’]t|doesn['’]t|never|will not|won['’]t) (?:\w+ )?(?:touch|affect|change|alter|apply|reach|influence|follow)|leaves? (?:it|them|these|those|existing|[^.;]{0,20}) (?:alone|untouched|unchanged|as)|ha(?:s|ve) no (?:effect|influence))/i,
  /\b(?:does not|do not|never|doesn['’]t|don['’]t) follow\b[^.;]{0,30}\b(?:change|move|update)s?\b/i,
];
const HEDGED =
  /\b(?:may|might|usually|unless (?!the \w+ (?:states|names|gives|has|sets))|except|until|sometimes|optional(?:ly)?)\b/i;
/** `when the order was «placed»` */
const WHEN_IN_STATE = /\b(?:when|once|as soon as|the moment|since|at the time)\b[^.;«]{0,30}«(?<state>[^»]*)»/iu;
