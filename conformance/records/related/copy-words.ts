import {
  itemsOf,
  type Operation,
  type Property,
  propertiesOf,
  type Resource,
  sentencesAround,
  sentencesIn,
  wordsOf,
} from '../../../openapi/contract';
import { quoted, withNoun } from '../marked';
import { statesOf } from '../states/states';

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
  const all = propertiesOf(record.schema);
  const members = list === undefined ? all : propertiesOf(itemsOf(all.get(list)?.schema ?? {}) ?? {});
  const { create, read } = record.operations;
  const values = statesOf(record)?.values ?? [];
  const marked = (text: string): string =>
    [record, ...(list === undefined ? [] : [{ name: list }])].reduce(
      (said, own) => withNoun(said, own, '⟨⟩'),
      withNoun(quoted(text, values), source),
    );
  const around = [create, read, change].flatMap((one) =>
    one === undefined ? [] : [...sentencesIn(`${one.summary}. ${one.description}`), ...sentencesAround(one)],
  );
  return [...members.values()].flatMap((property): readonly Copy[] => {
    const beside = marked(String(property.schema.description ?? ''));
    const called = around.filter((text) => isCalled(text, property)).map(marked);
    // Beside a member that is shown, this moment is when it is read.
    const said = [beside.replaceAll(NOW, 'now'), ...called].find((text) => text.includes('‹›') && isCopied(text));
    const state = said?.match(WHEN_IN_STATE)?.groups?.state;
    return said === undefined || HEDGED.test(said) || AT_ANOTHER_TIME.test(said)
      ? []
      : [{ list, name: property.name, state }];
  });
}

/** Whether a sentence calls a member, by its name or the last word of that: `unit_price` is the price, as `unit_amount` is. */
function isCalled(text: string, { name }: Property): boolean {
  const [word = '', before = 'unit'] = wordsOf(name).toReversed();
  const last = /^(?:unit|price|item|piece)$/.test(before) ? word.replace(/^(?:amount|cents|minor)$/, 'price') : word;
  return (
    text.includes(`\`${name}\``) || (last.length > 2 && new RegExp(`(?<![\\w-])${last}s?(?![\\w-])`, 'i').test(text))
  );
}

const isCopied = (text: string): boolean => COPIED.some((form) => form.test(text));

const COPIED: readonly RegExp[] = [
  /\b(?:copied|frozen|snapshot(?:ted)?|a (?:copy|snapshot))\b[^.;]{0,40}\b(?:from|of)\b[^.;‹]{0,12}‹›/i,
  /‹›(?:['’]s?)?[^.;‹]{0,30}\b(?:at (?:that|this) (?:time|moment|point)|at the (?:time|moment|point) (?:of|when|that|at which|the|it|this|an?)\b|(?:of|as of) the moment|(?:when|as|on the day|the moment|the day) (?:the|it|this|that|an?)\b[^.;]{0,30}\b(?:was|were|(?:is|are) (?:written|made|created|added|placed|ordered|booked|put))\b)/i,
  // All that has copied it: `paid orders`, `orders that are placed` are some of them.
  /\b(?:later|subsequent|further|future|new(?:er)?) (?:\p{L}+ )?(?:chang|updat|edit|mov|ris|pric|rate|‹›)[^.;]{0,60}\b(?:(?:do(?:es)? not|don['’]t|doesn['’]t|never|will not|won['’]t) (?:\w+ )?(?:touch|affect|change|alter|apply to|reach|influence)|leaves?|ha(?:s|ve) no (?:effect|influence) on) (?:any |all |the |of |existing |earlier |past |previous |older |prior )*(?:⟨⟩ of (?:the |existing )?)?(?:⟨⟩(?! (?:that|which|in|with|whose|of|if|when|once|while)\b| «)|(?:it|them|this|these)(?=\W*$|[,;:]| (?:and|any|alone|un|as|at|again)))/iu,
  /\b(?:does not|do not|never|doesn['’]t|don['’]t) follow\b[^.;]{0,30}\b(?:change|move|update)s?\b/i,
];
const NOW = /\bat (?:this|the present) (?:time|moment)\b/gi;
const HEDGED =
  /\b(?:may|might|usually|unless (?!the (?:\w+|⟨⟩) (?:states|names|gives|has|sets))|except|until|sometimes|optional(?:ly)?|in (?:sync|step)|current(?:ly)?|else|each time|every time|re(?:calculated|computed|freshed)|at once|immediately|reads?|reading|request|shown|search)\b|(?<!(?:\bnot|\bnever|n['’]t) )\bfollows?\b/i;
/** `When the order was submitted` is later than when it was made, and no state that is known. */
const AT_ANOTHER_TIME =
  /\b(?:when|once|as soon as|as|on the day|the moment|the day) (?:the|it|this|that|an?)\b[^.;«]{0,30}\b(?:was|were) (?!(?:written|made|created|added|put|entered|booked|ordered|placed|recorded|taken|last)\b)\p{L}/iu;
/** `when the order was «placed»` */
const WHEN_IN_STATE = /\b(?:when|once|as soon as|the moment|since|at the time)\b[^.;«]{0,30}«(?<state>[^»]*)»/iu;
