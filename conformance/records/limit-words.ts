import { type Operation, wordsOf } from '../../openapi/contract';
import { sentencesOf } from './action-words';
import { quoted } from './state-tables';

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
  return [summary, description, ...refusals].flatMap(sentencesOf).flatMap((sentence): readonly Limit[] => {
    const text = marked(quoted(sentence, values), names);
    const list = (text.match(ONLY_BEFORE) ?? text.match(ONLY_BEHIND))?.groups?.list;
    const states = [...text.matchAll(/«([^»]*)»/g)].map(([, state = '']) => state);
    if (list === undefined || states.length === 0 || OPEN.test(text)) return [];
    return [{ states, members: [...list.matchAll(/‹([^›]*)›/g)].map(([, name = '']) => name) }];
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

/** `only ‹a› and ‹b› can`, `nothing but ‹a› may be changed`, `only ‹a› is still editable` */
const ONLY_BEFORE =
  /\b(?:only|just|nothing but|no (?:member|field|property) but)(?: the (?:members?|fields?|properties))? (?<list>‹[^›]*›(?:(?:,|,? and|,? or) ‹[^›]*›)*)(?: (?:can|may)(?: (?:still|then|now|yet))*(?: be (?:still )?(?:changed|edited|updated|modified|set|patched|touched|altered))?(?=[\s,]*(?:$|[.;:)]|\b(?:once|when|while|after|if|as soon as|in|of|for)\b))| (?:is|are|stays?|remains?)(?: (?:still|then))? (?:editable|changeable|mutable|open to change))/i;
/** `can only have ‹a› and ‹b› changed` */
const ONLY_BEHIND =
  /\b(?:can|may) only have (?<list>‹[^›]*›(?:(?:,|,? and|,? or) ‹[^›]*›)*) (?:changed|edited|updated|modified|set)\b/i;
/** What leaves open of which states it is so. */
const OPEN = /\b(?:not|never|before|until|unless|except|other than|usually|mostly|by default)\b|n't\b/i;
