import { type Contract, memoized, type Requirement, type Resource, sentencesIn } from '../../../openapi/contract';
import { namesOf } from '../../exchange/keys/keys';
import { nounsOf, waysOf } from '../../exchange/keys/refused-ways';
import { withNoun } from '../../records/marked';

/** A way to give a credential that is of one record alone: a customer's token sees that customer, and what belongs to it. */
export interface Bound {
  readonly way: Requirement;
  /** The resource of that record. */
  readonly owner: Resource;
}

/** The ways of a document of which words say that they are for one record, and that others are not there for them. */
export const boundWays = memoized((contract: Pick<Contract, 'operations' | 'resources' | 'description'>) => {
  const ways = waysOf(contract);
  if (ways.length < 2) return [];
  const said = sentencesIn(contract.description.replaceAll(/\*+/g, '')).map((text) => text.replaceAll('`', ''));
  const owners = contract.resources.filter(
    ({ collectionPath, idProperty }) => idProperty !== undefined && !collectionPath.includes('{'),
  );
  return ways.flatMap((way): readonly Bound[] => {
    const others = ways.filter((one) => namesOf(one) !== namesOf(way)).flatMap(nounsOf);
    const about = sentencesAboutIt(said, nounsOf(way), others);
    const owner = owners.find((one) => {
      const marked = about.map(({ text, before }) => ({ text: withNoun(text, one), before }));
      return marked.some(({ text }) => OF_ONE.test(text)) && marked.some(hidesOthers);
    });
    return owner === undefined ? [] : [{ way, owner }];
  });
});

interface Said {
  readonly text: string;
  /** The sentence before it. */
  readonly before: string;
}

/** The sentences that name a kind of credential and no other, and the next few, which go on with it. */
function sentencesAboutIt(
  said: readonly string[],
  mine: readonly string[],
  others: readonly string[],
): readonly Said[] {
  const isNamed = (text: string, nouns: readonly string[]): boolean =>
    nouns.some((noun) => new RegExp(`\\b${noun}\\b`, 'iu').test(text));
  let since = FEW;
  return said.flatMap((text, nth) => {
    since = isNamed(text, mine) ? 0 : isNamed(text, others) ? FEW : since + 1;
    return since < FEW ? [{ text, before: said[nth - 1] ?? '' }] : [];
  });
}

const FEW = 4;

/** `It belongs to one ‹›`, `acts for that ‹› only`, `only what belongs to one ‹›`, `sees only its own ‹›`. */
const OF_ONE =
  /\b(?:acts? (?:for|on behalf of|as)|belongs? to|(?:issued|made|meant|bound|tied|limited|restricted|scoped|confined|valid) (?:only |exclusively )?(?:to|for)|stands? for|speaks? for|represents?|(?:sees?|reads?|reach(?:es)?|access(?:es)?) only) (?:only |exactly |just )*(?:one|an?|the|that|this|its|their)(?: one| single| own)? ‹›/iu;
const OTHERS =
  /\b(?:(?:an)?other|others['’]|different|foreign) ‹›|\b(?:any|every|some)(?:one|body) else\b|\bof others\b/iu;
const HIDDEN =
  /\b(?:40[34]|not found|do(?:es)? not exist|did not exist|(?:not|never) (?:there|shown|seen|visible|listed)|left out|hidden|invisible)\b/i;
const SEES_OWN =
  /\b(?:sees?|reads?|reach(?:es)?|access(?:es)?)\b[^.;]{0,20}\bonly (?:its|their) own ‹›|\bonly (?:what|records|everything that) belongs? to (?:one|that|its|their|the)(?: own)? ‹›/iu;

/** That what is of other records is not there: `everything of other ‹›s is answered 404`, `The same holds for a token and what other ‹›s have`. */
const hidesOthers = ({ text, before }: Said): boolean =>
  SEES_OWN.test(text) ||
  (OTHERS.test(text) && (HIDDEN.test(text) || (/\bthe same\b/i.test(text) && HIDDEN.test(before))));
