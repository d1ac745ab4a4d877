/** The code of the error by which words refuse what is done to a record in another state. */
import type { Operation, Resource } from '../../../openapi/contract';
import { ownSentences, quoted, withNoun } from '../marked';

/** Undefined where words name none, or several. */
export function stateCodeOf(
  operation: Operation,
  resource: Pick<Resource, 'name'>,
  states: readonly string[],
): string | undefined {
  const sentences = ownSentences(operation).map((text) => quoted(text, states));
  const found = new Set(
    sentences.flatMap((text, nth) => {
      const at = OTHERWISE.exec(text)?.index ?? 0;
      const before = at === 0 ? (sentences[nth - 1] ?? '') : text.slice(0, at);
      const hasState =
        before
          .split(/[,:]|\bwhose\b/)
          .at(-1)
          ?.includes('«') === true;
      const forms = [...OF_STATES, ...(hasState ? [OTHERWISE] : []), OF_OTHERS];
      return forms.flatMap((form) => {
        const { other, code = other, noun } = form.exec(text)?.groups ?? {};
        const isOfIt = noun === undefined || withNoun(noun, resource) === '‹›';
        return code === undefined || /^\d+$/.test(code) || !isOfIt ? [] : [code];
      });
    }),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

/** `409` and `not_draft`, 409 `not_draft`, `409`, code `not-draft`: with what says that it is for other states. */
const OF_STATES: readonly RegExp[] = [
  // `In other states the answer is 409 and x`, `An order in another state is refused with 409 and x`
  /\b(?:in |from |for )?(?:an|any|all|every|the)? ?other (?:states?|status(?:es)?|stages?|phases?)\b[^.;()`]{0,60}`?409`?,? (?:and |with )?(?:the )?(?:code )?`(?<code>[\w.-]+)`/i,
  // `409 and x in other states`
  /`?409`?,? (?:and |with )?(?:the )?(?:code )?`(?<code>[\w.-]+)`,?\)? (?:in |from |for )?(?:an|any|all|every|the)? ?other (?:states?|status(?:es)?|stages?|phases?)\b/i,
];

/** `Otherwise 409, x`, `before that 409 and x`, `(409 x otherwise)`: of what a state is named for. */
const OTHERWISE =
  /^\W*(?:otherwise|or else|before (?:that|then)|until then)\b[^.;()`]{0,60}`?409`?,? (?:and |with )?(?:the )?(?:code )?`(?<code>[\w.-]+)`|`?409`?,? (?:and |with )?(?:the )?(?:code )?`(?<other>[\w.-]+)`,?\)? otherwise\b/i;

/** `Other orders are refused with 409 x` */
const OF_OTHERS =
  /^\W*(?:all )?other (?<noun>\p{L}+) (?:are|is|get)\b[^.;()`]{0,40}`?409`?,? (?:and |with )?(?:the )?(?:code )?`(?<code>[\w.-]+)`/iu;

/** All that words beside an operation name in code: one of these may be the reason as well. */
export const namedInCode = ({ summary, description, replies, around = [] }: Operation): ReadonlySet<string> =>
  new Set(
    [summary, description, ...replies.map((one) => one.description), ...around].flatMap((text) =>
      [...(text ?? '').matchAll(/`([\w.-]+)`/g)].map(([, code = '']) => code),
    ),
  );
