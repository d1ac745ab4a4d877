import {
  memoized,
  type Operation,
  type Property,
  plain,
  propertiesOf,
  type Resource,
  wordsOf,
} from '../../../openapi/contract';
import { bodyMembers } from '../../exchange/subject';
import { ownSentences, sentencesOf, withNoun } from '../marked';

/** A member of a new record that is as in the record that it belongs to, and the member of that one. */
export interface Inherited {
  readonly name: string;
  readonly from: string;
}

/**
 * What a new record takes over from one that its path or its body names, as far as the client says nothing of it: `The payment is in the
 * currency of the order`, `discount_percent is taken over from the client unless you give it`.
 */
export const inheritedFrom = memoized((create: Operation) =>
  memoized((made: Resource) =>
    memoized((other: Resource): readonly Inherited[] => {
      const sent = bodyMembers(create);
      const [mine, theirs] = [propertiesOf(made.schema), propertiesOf(other.schema)];
      const marked = (text: string): string => withNoun(text, other);
      const said = ownSentences(create).map(marked);
      return [...mine.values()].flatMap(({ name, schema }): readonly Inherited[] => {
        const asked = sent.get(name);
        const all = [...said, ...sentencesOf(String(asked?.schema.description ?? '')).map(marked)];
        const from =
          [name, ...theirs.keys()].find(
            (one) => theirs.has(one) && (one === name || plain(one) === `default${plain(name)}`),
          ) ?? (asked === undefined ? undefined : inPlaceOf(name, all, theirs));
        if (from !== undefined && from !== name && asked?.required === false && inPlaceOf(name, all, theirs) === from)
          return [{ name, from }];
        if (from === undefined || name === 'id' || asked?.required === true || asked?.writeOnly === true) return [];
        const { taken, beside } = formsFor(name);
        const isSaid =
          said.some((text) => taken.test(text) && !HEDGED.test(text)) ||
          [schema, asked?.schema].some((one, nth) =>
            sentencesOf(String(one?.description ?? ''))
              .map(marked)
              // Beside what a client sends, it may be what has to be sent.
              .some(
                (text) =>
                  beside.test(text) && !HEDGED.test(text) && (asked === undefined || (nth === 1 && UNSENT.test(text))),
              ),
          );
        return isSaid ? [{ name, from }] : [];
      });
    }),
  ),
);

/** What is in the place of a member that is left out: `Without ship_to, the customer's address at this moment is copied`. */
function inPlaceOf(name: string, said: readonly string[], theirs: ReadonlyMap<string, Property>): string | undefined {
  const lacking = new RegExp(
    `\\b(?:without|unless|(?:if|when)\\b(?=[^.;,]*\\b(?:not|no|left out|omit\\w*|absent|missing|null|leave)\\b))[^.;,]{0,20}${calledBy(name)}[^.;,]{0,60},`,
    'iu',
  );
  const about = said.filter((text) => lacking.test(text) && !HEDGED.test(text));
  if (about.length === 0) return undefined;
  return [...theirs.keys()].find((from) => {
    const its = `(?:‹›['’]s? ${calledBy(from)}|${calledBy(from)} of (?:(?:the|its) )?‹›)`;
    const taken = new RegExp(
      `, [^.;,]{0,15}${its}[^.;,]{0,60}\\b(?:copied|used|taken|appl(?:y|ies|ied)|counts?)\\b`,
      'iu',
    );
    return about.some((text) => taken.test(text));
  });
}

/** A member as words call it. */
function calledBy(name: string): string {
  const words = wordsOf(name).filter((word, nth, all) => !(nth === all.length - 1 && nth > 0 && /^ids?$/i.test(word)));
  const forms = [name.replaceAll(/[^\p{L}\p{N}_]/gu, '.'), words.join('[ _-]?')].filter((form) => form !== '');
  return `[\`'"]?(?<![\\p{L}\\p{N}_])(?:default )?(?:${forms.join('|')})(?![\\p{L}\\p{N}_])[\`'"]?`;
}

/** The forms of words by which a member is that of the other record, in a sentence of its own and beside the member. */
function formsFor(name: string) {
  const called = calledBy(name);
  const theirs = `(?:${called} (?:of|from|as) ${OTHER}|(?:the |its |their )?‹›['’]s? ${called})`;
  const that = `(?:that|those|the one|the same as (?:that|those)) of ${OTHER}`;
  return {
    taken: new RegExp(
      `\\b(?:has|have|takes?(?: over)?|gets?|inherits?|uses?|copies|keeps?|carries|bears|in|with|as|is) (?:always |over )?(?:(?:the|its|their|same) ){0,2}${theirs}|${called} (?:is|are) (?:always )?(?:${that}|(?:taken(?: over)?|copied|inherited|adopted|set) from ${OTHER})`,
      'iu',
    ),
    beside: new RegExp(
      `^\\W*(?:always |by default,? |default: |defaults to |same as |as )?(?:(?:the|its|their) )*(?:${theirs}|${that})(?=\\W*$|[.,;:(]| unless\\b| if\\b| by default\\b)`,
      'iu',
    ),
  };
}

const OTHER = "(?:(?:the|its|their|that|this) )?‹›(?!['’]| «|\\p{L})";
const HEDGED =
  /\b(?:may|might|usually|should|converted|must|(?:has|have|needs?) to|refus\w+|reject\w+|differ\w*|another|other than|4\d\d|later|only|filter\w*|sort\w*)\b/i;
const UNSENT =
  /\b(?:by default|defaults?|unless|if (?:it is |you )?(?:left out|omit|leave)\w*|left out|omitted|absent|without it)\b/i;
