import {
  jsonMediaType,
  keywordOf,
  type Operation,
  propertiesOf,
  sentencesIn,
  wordsOf,
} from '../../../openapi/contract';
import { quoted, sentencesOf } from '../marked';

/** The members of a record that alone can be changed in some of its states. */
export interface Limit {
  readonly states: readonly string[];
  readonly members: readonly string[];
}

/**
 * What words beside a change say of that: `Once it is placed only reference and due_on can be changed`.
 *
 * @param values the states of the record
 * @param names the members that a client may send
 */
export function limitsOf(
  { summary, description, replies }: Pick<Operation, 'summary' | 'description' | 'replies'>,
  values: readonly string[],
  names: readonly string[],
): readonly Limit[] {
  const refusals = replies.filter(({ status }) => status === 409 || status === 422).map((one) => one.description);
  const forms = formsOfLimits();
  return [summary, description, ...refusals].flatMap(sentencesOf).flatMap((sentence): readonly Limit[] => {
    const text = marked(quoted(sentence, values), names);
    const {
      list,
      states: such,
      others: states = such,
    } = forms.map((form) => text.match(form)?.groups).find((one) => one !== undefined) ?? {};
    if (list === undefined || states === undefined || OPEN.test(text)) return [];
    return [{ states: named(states, /«([^»]*)»/g), members: named(list, /‹([^›]*)›/g) }];
  });
}

/** The names of members as `‹name›`, as code and in words: `its due on`. */
const marked = (text: string, names: readonly string[]): string =>
  names
    .toSorted((one, other) => other.length - one.length)
    .reduce(
      (rest, name) =>
        rest.replaceAll(
          new RegExp(
            `(?<![\\p{L}\\p{N}_‹«])(?:(?:the|its|their) )?\`?${wordsOf(name).join('[ _-]?')}\`?(?![\\p{L}\\p{N}_›»])`,
            'giu',
          ),
          `‹${name}›`,
        ),
      text,
    );

const named = (text: string, form: RegExp): readonly string[] => [...text.matchAll(form)].map(([, name = '']) => name);

const LIST = '(?<list>‹[^›]*›(?:(?:,|,? and|,? or) ‹[^›]*›)*)';
const STATES = '(?<states>«[^»]*»(?:(?:,|,? and|,? or) «[^»]*»)*)';
/** `only ‹a› and ‹b› can`, `nothing but ‹a› may be changed`, `only ‹a› is still editable` */
const ONLY = `(?:only|just|nothing but|no (?:member|field|property) but)(?: the (?:members?|fields?|properties))? ${LIST}(?: (?:can|may)(?: (?:still|then|now|yet))*(?: be (?:still )?(?:changed|edited|updated|modified|set|patched|touched|altered))?| (?:is|are|stays?|remains?)(?: (?:still|then))? (?:editable|changeable|mutable|open to change))`;
/** `once it is «placed»`, `while «placed»`, `if the order is in status «placed»` */
const WHEN = `(?:(?:once|when|while|if|as soon as|as long as|after) (?:it|they|(?:an? |the )?\\p{L}+) (?:is|are|was|were|has been|have been) (?:(?:still|already|in (?:the )?(?:state|status)) )*|(?:once|when|while) )${STATES}`;
const END = '(?=\\W*$|[.;:)])';
/** What alone can be changed is said at the beginning of a sentence, and right beside its state: elsewhere it hangs on more. */
const formsOfLimits = (): readonly RegExp[] => [
  new RegExp(`^\\W*${WHEN},? ${ONLY}${END}`, 'iu'),
  new RegExp(
    `^\\W*${ONLY} (?:${WHEN}|(?:for|of|in) (?:an? |the |all )?${STATES.replace('states', 'others')} \\p{L}+)${END}`,
    'iu',
  ),
  new RegExp(
    `^\\W*(?:an? |the |all )?${STATES} \\p{L}+ (?:can|may) only have ${LIST} (?:changed|edited|updated|modified|set)${END}`,
    'iu',
  ),
];
/** What leaves open of which states it is so. */
const OPEN = /\b(?:not|never|before|until|unless|except|other than|usually|mostly|by default)\b|n't\b/i;

/**
 * The members of which words beside a change say that another value is refused: `Sending another value for sku is a 422`, `currency cannot
 * be changed (409)`. What hangs on a state, or is about which values there are, says nothing of it.
 */
export function fixedMembers({ description = '', body }: Operation): readonly string[] {
  const media = jsonMediaType(body?.content ?? []);
  const settable = [...propertiesOf(media?.schema ?? {}).values()].filter(({ readOnly }) => !readOnly);
  // What stands behind a semicolon is about what stands before it.
  const said = description
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.!?])\s/)
    .filter(saysFixed);
  return settable
    .filter(
      ({ name, schema }) =>
        said.some((text) => text.includes(`\`${name}\``)) ||
        sentencesIn(String(keywordOf(schema, 'description') ?? '')).some(saysFixed),
    )
    .map(({ name }) => name);
}

function saysFixed(sentence: string): boolean {
  const text = sentence.replace(SINCE_MADE, ' ').replaceAll(/n['’]t\b/g, ' not');
  if (HANGS_ON.test(text) || OF_CHOICES.test(text) || !IS_REFUSED.test(text)) return false;
  return STAYS.test(text) || (ANOTHER.test(text) && AS_IT_IS.test(text));
}

const SINCE_MADE =
  /\b(?:once|after|when) (?:it|they|the \w+|this) (?:exists?|(?:is|are|was|were|has been|have been) (?:there|made|created|added))\b/i;
const HANGS_ON =
  /\b(?:once|after|while|when|if|unless|until|(?:may|might|can) be (?:refused|rejected)|not (?:refused|rejected|an? error)|draft|state)\b/i;
const OF_CHOICES =
  /\bany other\b|\bvalues? than (?:these|those|the (?:listed|allowed|ones))\b|\b(?:listed|allowed|unknown|invalid)\b/i;
const IS_REFUSED = /\b4(?:00|09|22)\b|\brefused\b|\brejected\b|\b(?:error|violation)\b|\brule\b/i;
const STAYS =
  /\b(?:can ?not|ca not|may not|must not) be (?:changed|altered|modified|edited)\b|\b(?:is|are) immutable\b/i;
const ANOTHER = /\b(?:another|a different|a new|other|different) (?:values?|ones?)\b/i;
const AS_IT_IS =
  /\bimmutable\b|\bchang\w+\b|\b(?:present|current|same)\b|\bit has\b|\b(?:everything|all|anything) (?:\w+ )?(?:but|except)\b/i;
