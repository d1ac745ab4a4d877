import { type Operation, type Resource, sentencesIn } from '../../../openapi/contract';
import { sentencesOf, withNoun } from '../marked';
import { clausesOf, phrased } from './child-words';

/** How many of a child's records there may be, as words beside its create say; undefined where none do. */
export interface Most {
  readonly most: number;
  /** The statuses by which one more is refused. */
  readonly statuses: readonly number[];
}

/** @param isBelow whether they are made at a path below the other, so that words need not name it */
export function mostOf(create: Operation, child: Resource, owner: Resource, isBelow: boolean): Most | undefined {
  const isAbout = (text: string): boolean => isBelow || withNoun(text, owner).includes('‹›');
  const most = (text: string, forms: readonly RegExp[]) =>
    isAbout(text) ? mostIn(phrased(text, child), forms) : undefined;
  const refusals = create.replies.filter(({ status }) => LIMITING.includes(Number(status)));
  const beside = refusals.flatMap(({ status, description }) =>
    sentencesOf(description)
      .flatMap(clausesOf)
      .map((text) => ({ statuses: [Number(status)], most: most(text, [...AT_MOST, FULL]) })),
  );
  // A 429 is mostly for requests.
  const full = refusals.filter(
    ({ status, description }) => status === 409 || (status !== 429 && SAYS_FULL.test(description)),
  );
  const described = [create.summary, create.description, String(owner.schema.description ?? '')]
    .flatMap(sentencesOf)
    .map((text) => most(text, AT_MOST));
  // Around its operations what an owner has is theirs: `Passes of a member. A member has at most five.`
  const around = (create.around ?? []).flatMap((text) => {
    const sentences = sentencesIn(text);
    return sentences
      .filter((one, nth) => nth > 0 && withNoun(sentences[nth - 1] ?? '', child).includes('‹›') && !FEW_OF.test(one))
      .map((one) => mostIn(withNoun(one, owner, '⟨⟩').replace(HAS_MOST, '$1 ‹›'), AT_MOST));
  });
  const told = [...described, ...around].map((one) => ({
    statuses: full.map(({ status }) => Number(status)),
    most: one,
  }));
  const found = [...beside, ...told].filter((one) => one.most !== undefined && one.statuses.length > 0);
  const [first] = found;
  // Of two figures one is of something else.
  return first?.most === undefined || found.some((one) => one.most !== first.most)
    ? undefined
    : { most: first.most, statuses: [...new Set(found.flatMap((one) => one.statuses))] };
}

/** What an owner has, without a word for it. */
const HAS_MOST =
  /(?<=⟨⟩ (?:(?:can|may|must) )?(?:has|have|holds?|owns?|gets?) )((?:at (?:the )?most|no more than|not more than|up to|a maximum of) (?:\p{L}+|\d{1,2}))(?= ?(?:[.;(]|\W*$|of (?:them|these)\b))/iu;
const FEW_OF = /\b(?:if|unless|when|while|usually|mostly|by default)\b/i;

const LIMITING: readonly number[] = [400, 403, 409, 422, 429];
const SAYS_FULL = /\b(?:full|limit|maximum|at most|too many|no more|reached)\b/i;
const AT_MOST: readonly RegExp[] = [
  /\b(?:at (?:the )?most|no more than|not more than|up to|as many as|(?:an? |the )?(?:maximum|limit) of|limited to) (?<count>\d{1,2}) ‹›(?<rest>.*)/i,
  /\b(?<count>\d{1,2}) ‹› (?:at (?:the )?most|per \p{L}+|each)\b(?<rest>.*)/iu,
];
const FULL =
  /\b(?:has|have|holds?|contains?|there are)(?: already| reached)?(?: its| the| all)?(?: (?:maximum|limit) of)? (?<count>\d{1,2}) ‹›(?<rest>.*)/i;
const OTHERWISE_BOUND =
  /\b(?:at (?:a|one) time|at once|per (?:page|request|call|second|minute|hour|day|week|month)|a (?:page|request|day|week|month|minute)|in (?:one|a) (?:request|call)|that|which|whose|with|from)\b|«/i;

function mostIn(said: string, forms: readonly RegExp[]): number | undefined {
  const text = said.replaceAll(NUMBER, (word) => String(NUMBERS.indexOf(word.toLowerCase()) + 1));
  const { count, rest = '' } = forms.map((form) => text.match(form)?.groups).find((groups) => groups) ?? {};
  const most = Number(count ?? 0);
  return most === 0 || most > MOST_MADE || OTHERWISE_BOUND.test(rest) ? undefined : most;
}

/** So many are made at the most to see that there is no room for another one. */
const MOST_MADE = 25;
const NUMBERS: readonly string[] = [
  ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
];
const NUMBER = /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gi;
