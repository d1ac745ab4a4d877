import { type Contract, memoized, type Requirement, type Resource, sentencesIn } from '../../../openapi/contract';
import { isOfKeys, nounsOf, ownNounOf, waysOf } from '../../exchange/keys/refused-ways';
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
    const others = ways.filter((one) => one !== way);
    const about = sentencesAboutIt(
      said,
      callsOf(way, others),
      others.flatMap((one) => callsOf(one, [way])),
    );
    const owner = owners.find((one) => {
      const marked = about.map((each) => ({ ...each, text: withNoun(each.text, one) }));
      return marked.some(isOfOne) && marked.some(hidesOthers);
    });
    return owner === undefined ? [] : [{ way, owner }];
  });
});

/** What a way is called in words: of two of one kind, or whose names have that kind, by its own name alone. */
function callsOf(way: Requirement, others: readonly Requirement[]): readonly string[] {
  const kind = isOfKeys(way) ? /key$/i : /token$/i;
  const isSameKind = others.some((one) => isOfKeys(one) === isOfKeys(way) || one.some(({ name }) => kind.test(name)));
  return isSameKind ? way.map(ownNounOf) : nounsOf(way);
}

interface Said {
  /** With `§` in the place of the credential. */
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
  const forms = mine.map((noun) => new RegExp(`\\b${noun}\\b`, 'giu'));
  const ofOthers = others.map((noun) => new RegExp(`\\b${noun}\\b`, 'iu'));
  let since = FEW;
  return said.flatMap((whole, nth) => {
    const text = forms.reduce((before, form) => before.replaceAll(form, '§'), whole);
    since = ofOthers.some((form) => form.test(text)) ? FEW : text.includes('§') ? 0 : since + 1;
    return since < FEW ? [{ text, before: said[nth - 1] ?? '' }] : [];
  });
}

const FEW = 4;

/** Whether it is the credential that is of one record: it is named right before that, or meant by `It`. */
function isOfOne({ text }: Said): boolean {
  const { index } = OF_ONE.exec(text) ?? {};
  if (index === undefined) return false;
  const front = text.slice(0, index);
  return front.includes('§') ? !/(?<![/{])‹›/.test(front.slice(front.lastIndexOf('§'))) : GOES_ON.test(text);
}

const GOES_ON = /^\W*(?:it|they|such|this|that|these|each|every)\b/i;

/** `It belongs to one ‹›`, `acts for that ‹› only`, `only what belongs to one ‹›`, `sees only its own ‹›`. */
const OF_ONE =
  /\b(?:acts? (?:for|on behalf of|as)|belongs? to|(?:issued|made|meant|bound|tied|limited|restricted|scoped|confined|valid) (?:only |exclusively )?(?:to|for)|stands? for|speaks? for|represents?|(?:sees?|reads?|reach(?:es)?|access(?:es)?) only) (?:only |exactly |just )*(?:one|an?|the|that|this|its|their)(?: one| single| own)? ‹›/iu;
const OTHERS =
  /\b(?:(?:an)?other|others['’]|different|foreign) ‹›|\b(?:any|every|some)(?:one|body) else\b|\b(?:of|to) others\b/iu;
const HIDDEN =
  /\b(?:40[34]|not found|do(?:es)? not exist|did not exist|(?:not|never) (?:there|shown|seen|visible|listed)|left out|hidden|invisible)\b/i;
const SEES_OWN =
  /\b(?:sees?|reads?|reach(?:es)?|access(?:es)?)\b[^.;]{0,20}\bonly (?:its|their) own ‹›|\bonly (?:what|records|everything that) belongs? to (?:one|that|its|their|the)(?: own)? ‹›/iu;

/** That what is of other records is not there: `everything of other ‹›s is answered 404`, `The same holds for a token and what other ‹›s have`. */
const hidesOthers = ({ text, before }: Said): boolean =>
  SEES_OWN.test(text) ||
  (OTHERS.test(text) && (HIDDEN.test(text) || (/\bthe same\b/i.test(text) && HIDDEN.test(before))));
