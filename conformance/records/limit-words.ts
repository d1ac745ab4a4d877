import { type Operation, wordsOf } from '../../openapi/contract';
import { sentencesOf } from './action-words';
import { quoted } from './marked';

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
