import {
  memoized,
  type Operation,
  type Property,
  propertiesOf,
  type Resource,
  wordsOf,
} from '../../../openapi/contract';
import { bodyMembers } from '../../exchange/subject';
import { ownSentences, sentencesOf, withNoun } from '../marked';

/**
 * The members of a body of which words say that they have to be as in a record that it belongs to: `Must match the currency of the
 * order`, `422: the currency differs from the order's`.
 *
 * @returns by the record, which the path or the body names, the members of both
 */
export const agreeingMembers = memoized((operation: Operation) =>
  memoized((other: Resource): readonly Property[] => {
    const { summary, description, replies } = operation;
    const shown = propertiesOf(other.schema);
    const refusals = replies.filter(({ status }) => REFUSING.includes(Number(status))).map((one) => one.description);
    const [said, refused] = [ownSentences({ summary, description }), refusals.flatMap(sentencesOf)];
    return [...bodyMembers(operation).values()].filter(({ name, readOnly, schema }) => {
      if (readOnly || !shown.has(name)) return false;
      const isSaid = (texts: readonly string[], forms: readonly RegExp[], front = ''): boolean =>
        texts
          .map((text) => marked(front + text, name, other))
          .some((text) => !OPEN.test(text) && forms.some((form) => form.test(text)));
      return (
        isSaid(sentencesOf(String(schema.description ?? '')), [OWED, BESIDE], `${name}: `) ||
        isSaid(said, [OWED]) ||
        isSaid(
          said.filter((text) => REFUSED.test(text)),
          [DIFFERS],
        ) ||
        isSaid(refused, [OWED, DIFFERS])
      );
    });
  }),
);

/** The member as `«»`, and the record as `‹›` with what leads to it: `that of the order`, `the order's`, `the currency of its order`. */
function marked(text: string, name: string, other: Resource): string {
  const member = new RegExp(
    `[\`'"]?(?<![\\p{L}\\p{N}_])${wordsOf(name).join('[ _-]?')}(?![\\p{L}\\p{N}_])[\`'"]?`,
    'giu',
  );
  return withNoun(text.replaceAll(member, '«»'), other).replaceAll(TO_IT, '‹›');
}

const TO_IT =
  /(?:(?<=«».*)(?:(?:exactly|the|its|same) )*«» (?:of|in|on|as in|used by|set on) )?(?:\b(?:that|the one|exactly|of|in|on|the|this|its|their|an?|related|referenced|named) )*‹›(?:['’]s?(?: own)?)?(?: «»)?/giu;

const REFUSING: readonly number[] = [400, 409, 422];
const REFUSED = /\b(?:400|409|422)\b|\b(?:refused|rejected|declined|an error)\b|\bnot (?:accepted|allowed|possible)\b/i;
/** `The currency must be that of the order`, `has to match the order`. */
const OWED =
  /«»[^.;‹«]{0,12} (?:must|has to|have to|needs? to|shall)(?: always)? (?:match|equal|be(?: equal to| the same as| identical to| as)?|agree with|correspond to) ?‹›(?! (?:or|and|can|that|which)\b)/iu;
/** Beside the member itself: `Must match the order`, `Same as the order's; any other is refused`. */
const BESIDE =
  /^«»: (?:(?:(?:it )?(?:must|has to|needs to|always)(?: be)?(?: match(?:es)?| equals?| equal to| (?:the )?same as| identical to| as)?|(?:always )?(?:the )?(?:same|identical|equal)(?: as| to)?|matches|equals) ?‹›(?=\W*$|[,:;(])|(?:‹›|«» ‹›)[,:;–— (]+(?:any(?:thing)?|every|an|all)? ?(?:others?|else)\b)/iu;
/** `A currency other than the order's`, `the currency does not match that of the order`. */
const DIFFERS =
  /(?:«»[^.;‹«]{0,12} (?:other than|different|(?:that |which )?differs?|differing|not matching|not|(?:is|are|was) not|(?:do(?:es)?(?: not|n['’]t)) (?:match|equal|agree|correspond|fit)|mismatch(?:es)?|unlike)|(?:an?other|different|wrong) «» than)(?: (?:with|from|than|to))? ?‹›|‹›[^.;‹«]{0,20}\b(?:is|are|was|has) (?:in )?(?:an?other|a different) «»/iu;
/** What leaves open whether it has to be. */
const OPEN = /\b(?:may|might|usually|should|by default|defaults?|unless|omitted|except|converted)\b/i;
